import type { readElements } from './read-markdown.ts';

type Elements = ReturnType<typeof readElements>;
type Element = Extract<Elements['children'][number], { type: 'element' }>;

const LISTS = new Set(['ol', 'ul']);

/** An item of a list that was read by itself, without the list around it. What was read behind the list, as set mathematics is, stands in it. */
export function asItem({ children }: Elements): Element {
  const elements = children.filter((child) => child.type === 'element');
  const list = elements.find(({ tagName }) => LISTS.has(tagName));
  const item = list?.children.find((child) => child.type === 'element');
  const { properties = {}, children: words = [] } = item ?? {};
  return { type: 'element', tagName: 'li', properties, children: [...words, ...elements.filter((one) => one !== list)] };
}
