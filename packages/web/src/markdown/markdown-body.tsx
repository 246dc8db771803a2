import { memo, useRef } from 'react';
import { asItem } from './as-item.ts';
import { type Block, type Blocks, blocksOf, runsOf } from './blocks.ts';
import { drawElements } from './draw-elements.tsx';
import './markdown.css';
import { type Growing, readGrowing, readGrown } from './read-growing.ts';

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
