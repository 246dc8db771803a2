import remend from 'remend';
import { mathMarks } from './math-marks.ts';
import { readElements } from './read-markdown.ts';

type Elements = ReturnType<typeof readElements>;
type Text = Extract<Elements['children'][number], { type: 'text' }>;

/** A block that has been read, and the words at its end that more words may follow without being read again. */
export interface Growing {
  readonly text: string;
  readonly elements: Elements;
  /** Whether it is an item of a list whose items stand apart. */
  readonly apart: boolean;
  /** Whether it stands as it was written: nothing had to be closed. */
  readonly whole: boolean;
  readonly end: { readonly at: number; readonly words: string; readonly leaf: Text } | null;
}

/** What is words and nothing else, wherever in a line it stands. */
const WORDS = /^[\p{L}\p{N} ,.:!?'"()\u2010-\u2026-]*$/u;
/** What a dot or a colon may make an address of. */
const ADDRESS = /@|www|http|xmpp|mailto/i;
const WORD_END = /[\p{L}\p{N}]$/u;
/** A line of more characters has shown what kind of block it is in. */
const SHOWN_KIND = 24;

/** A block that still grows as the elements it stands for. Where only words have come since `before`, they are put to its last ones. */
export function readGrowing(text: string, last?: Growing, apart = false): Growing {
  const before = last?.apart === apart ? last : undefined;
  if (before?.text === text) return before;
  if (before?.end && text.startsWith(before.text) && addsWords(text, before.text.length)) {
    const { leaf, words, at } = before.end;
    leaf.value = words + text.slice(at).trimEnd();
    return { ...before, text };
  }
  // A space at the end would keep what is half written from being closed.
  const come = text.slice(0, spacesAtEnd(text));
  const closed = remend(come);
  const read = mathMarks(closed);
  const elements = readElements(read, apart);
  const line = come.slice(come.lastIndexOf('\n') + 1);
  const settled = read === closed && WORD_END.test(come) && line.trim().length > SHOWN_KIND;
  const leaf = settled ? lastWords(elements, come.length) : null;
  const end = leaf === null ? null : { at: come.length, words: leaf.value, leaf };
  return { text, elements, apart, whole: closed === come, end };
}

/** A block that has come whole; what was read of it while it grew is not read again. */
export function readGrown(text: string, before?: Growing, apart = false): Elements {
  if (before?.whole && before.apart === apart && before.text.trimEnd() === text.trimEnd()) return before.elements;
  return readElements(mathMarks(text), apart);
}

/** Where the spaces begin that a text ends with; an expression would look at every run of spaces up to its end. */
function spacesAtEnd(text: string): number {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return end;
}

function addsWords(text: string, from: number): boolean {
  return WORDS.test(text.slice(from)) && !ADDRESS.test(text.slice(text.lastIndexOf(' ', from - 1) + 1));
}

/** The words that end where the text does, if they are part of no link. */
function lastWords(node: Elements | Elements['children'][number], end: number): Text | null {
  if (node.type === 'text') return node.position?.end.offset === end ? node : null;
  if (!('children' in node) || (node.type === 'element' && node.tagName === 'a')) return null;
  for (const child of node.children.toReversed()) {
    const found = lastWords(child, end);
    if (found !== null) return found;
  }
  return null;
}
