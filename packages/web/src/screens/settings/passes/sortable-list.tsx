import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { HANDLE } from './handle-look.ts';

const DragList = lazy(async () => ({ default: (await import('./drag-list.tsx')).DragList }));

/** What a row gets to show: its handle to drag by, and buttons to move it. */
export interface SortableRow<Item> {
  readonly item: Item;
  readonly index: number;
  readonly handle: ReactNode;
  readonly moves: ReactNode;
}

/** How a list of rows is shown. */
export interface SortableProps<Item extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly render: (row: SortableRow<Item>) => ReactNode;
}

/**
 * A list whose order is changed by dragging a handle, by keys (Space on the handle, then arrows), or by buttons.
 * Every move is said aloud, and the button that moved a row keeps the focus.
 */
export function SortableList<Item extends { readonly id: string }>(props: SortableProps<Item>) {
  const { label, items, nameOf, onMove, render } = props;
  const list = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  const [pressed, setPressed] = useState<string | null>(null);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onMove(from, to);
    say(`${nameOf(item)} moved to position ${to + 1} of ${items.length}.`);
  };
  // Moving a row in the page takes the focus from the button that moved it.
  useEffect(() => {
    if (pressed === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(pressed)}"]`)?.focus();
    setPressed(null);
  }, [pressed]);
  const row = (item: Item, index: number, handle: ReactNode) =>
    render({
      item,
      index,
      handle,
      moves: (
        <MoveButtons
          id={item.id}
          name={nameOf(item)}
          first={index === 0}
          last={index === items.length - 1}
          onMove={(by, button) => {
            move(index, index + by);
            setPressed(button);
          }}
        />
      ),
    });
  const still = (
    <ol aria-label={label} className="grid gap-2">
      {items.map((item, index) => (
        <li key={item.id} data-row={item.id}>
          {row(item, index, <GripVertical className={HANDLE} aria-hidden="true" />)}
        </li>
      ))}
    </ol>
  );
  return (
    <div ref={list}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Suspense fallback={still}>
        <DragList
          label={label}
          ids={items.map(({ id }) => id)}
          names={items.map(nameOf)}
          onMove={move}
          row={(index, handle) => {
            const item = items[index];
            return item === undefined ? null : row(item, index, handle);
          }}
        />
      </Suspense>
    </div>
  );
}

/** Moves a row one place up or down. At the ends a button stays where it is, so that focus is not lost. */
function MoveButtons({
  id,
  name,
  first,
  last,
  onMove,
}: {
  id: string;
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1, button: string) => void;
}) {
  const ways = [
    { way: 'up', icon: <ArrowUp />, by: -1, atEnd: first },
    { way: 'down', icon: <ArrowDown />, by: 1, atEnd: last },
  ] as const;
  return ways.map(({ way, icon, by, atEnd }) => (
    <IconButton
      key={way}
      label={`Move ${name} ${way}`}
      icon={icon}
      data-move={`${id}:${way}`}
      aria-disabled={atEnd || undefined}
      className={atEnd ? 'opacity-40' : ''}
      onClick={() => !atEnd && onMove(by, `${id}:${way}`)}
    />
  ));
}
