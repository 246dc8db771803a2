import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { isTooNested } from './nesting.ts';

const className = ['className', /^language-./, 'math-inline', 'math-display'] as const;
const SCHEMA = {
  ...defaultSchema,
  clobberPrefix: '',
  attributes: { ...defaultSchema.attributes, code: [[...className]] },
} as typeof defaultSchema;

/** Markup in a message is shown as the characters it is, never as elements. */
const htmlAsText = eachNode((node) => {
  if (node.type === 'html') node.type = 'text';
});

const SPOKEN = new Set(['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'td', 'th']);

/** Each paragraph, item and cell runs the way of its own script; code runs from left to right. */
const eachItsWay = eachNode((node) => {
  if (node.tagName === 'code') node.properties = { ...node.properties, dir: 'ltr' };
  else if (SPOKEN.has(node.tagName ?? '')) node.properties = { ...node.properties, dir: 'auto' };
});

// No element can come from a message's own markup; what is left is sanitised all the same.
const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(htmlAsText)
  .use(remarkRehype)
  .use(rehypeSanitize, SCHEMA)
  .use(eachItsWay);

/** The blocks at the top of a text, as they are written; none of a text that harms its reader. */
export function readBlocks(text: string) {
  return isTooNested(text) ? [] : reader.parse(text).children;
}

/** A block as the elements it stands for; an item of a list whose items stand apart, as one of those. */
export function readElements(block: string, apart = false) {
  if (isTooNested(block)) return asWritten(block);
  const read = reader.parse(block);
  const list = read.children[0];
  if (apart && list?.type === 'list') list.spread = true;
  return reader.runSync(read);
}

/** A text as one paragraph of its characters. */
function asWritten(value: string): ReturnType<typeof reader.runSync> {
  const properties = { dir: 'auto', className: ['whitespace-pre-wrap'] };
  return { type: 'root', children: [{ type: 'element', tagName: 'p', properties, children: [{ type: 'text', value }] }] };
}

interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** A plugin that goes through every node. */
function eachNode(change: (node: Node) => void): () => (tree: Node) => void {
  const turn = (node: Node): void => {
    change(node);
    for (const child of node.children ?? []) turn(child);
  };
  return () => turn;
}
