import './markdown.css';
import { memo, useRef } from 'react';
import { type Block, type Blocks, blocksOf, runsOf } from './blocks.ts';
import { drawElements } from './draw-elements.tsx';
import { type Growing, readGrowing, readGrown } from './read-growing.ts';
import type { readElements } from './read-markdown.ts';

/** Markdown of a message, complete or still coming: drawn the same both ways, and only what grows is read and drawn again. */
export function MarkdownBody({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const last = useRef<Blocks>(undefined);
  last.current = blocksOf(text, last.current);
  const { blocks } = last.current;
  const growing = streaming ? blocks.at(-1) : undefined;
  return (
    <div className="markdown">
      {runsOf(blocks).map(({ at, run }) =>
        run[0]?.item ? (
          <List key={at} items={run} growing={growing} />
        ) : (
          <Plain key={at} text={run[0]?.text ?? ''} grows={run[0] === growing} />
        ),
      )}
    </div>
  );
}

const Plain = memo(function Plain({ text, grows }: { text: string; grows: boolean }) {
  return <div>{drawElements(useElements(text, grows, false))}</div>;
});

function List({ items, growing }: { items: readonly Block[]; growing: Block | undefined }) {
  const [, number] = /^\s*(\d+)/.exec(items[0]?.text ?? '') ?? [];
  const List = number === undefined ? 'ul' : 'ol';
  const apart = items.some(({ item }) => item?.spread);
  return (
    <div>
      <List {...(number === undefined || Number(number) === 1 ? {} : { start: Number(number) })}>
        {items.map((block, index) => (
          <Item key={index} text={block.text} grows={block === growing} apart={apart} />
        ))}
      </List>
    </div>
  );
}

const Item = memo(function Item({ text, grows, apart }: { text: string; grows: boolean; apart: boolean }) {
  return drawElements(asItem(useElements(text, grows, apart)));
});

/** The elements of a block; while it grows, those that stood before are gone on with. */
function useElements(text: string, grows: boolean, apart: boolean) {
  const last = useRef<Growing>(undefined);
  if (grows) last.current = readGrowing(text, last.current, apart);
  return grows && last.current !== undefined ? last.current.elements : readGrown(text, last.current, apart);
}

type Elements = ReturnType<typeof readElements>;
type Element = Extract<Elements['children'][number], { type: 'element' }>;

const LISTS = new Set(['ol', 'ul']);

/** An item of a list that was read by itself, without the list around it. What was read behind the list, as set mathematics is, stands in it. */
function asItem({ children }: Elements): Element {
  const elements = children.filter((child) => child.type === 'element');
  const list = elements.find(({ tagName }) => LISTS.has(tagName));
  const item = list?.children.find((child) => child.type === 'element');
  const { properties = {}, children: words = [] } = item ?? {};
  return { type: 'element', tagName: 'li', properties, children: [...words, ...elements.filter((one) => one !== list)] };
}
