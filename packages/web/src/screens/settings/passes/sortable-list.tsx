import { Accessibility, type Draggable, Feedback } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';

/**
 * A list whose order is changed by dragging a handle, by keys (Space on the handle, then arrows), or by buttons.
 * Every move is said aloud, and the button that moved a row keeps the focus.
 */
export function SortableList<Item extends { readonly id: string; readonly name: string }>({
  label,
  items,
  onMove,
  render,
}: {
  label: string;
  items: readonly Item[];
  onMove: (from: number, to: number) => void;
  /** A row with its handle to drag by, and buttons to move it. */
  render: (item: Item, index: number, handle: ReactNode, moves: ReactNode) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(items);
  shown.current = items;
  const [plugins] = useState(() => quietPlugins(shown));
  const [announcement, announce] = useState('');
  const [pressed, setPressed] = useState<string | null>(null);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    onMove(from, to);
    announce(`${item.name} moved to position ${to + 1} of ${items.length}.`);
  };
  // Moving a row in the page takes the focus from the button that moved it.
  useEffect(() => {
    if (pressed === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(pressed)}"]`)?.focus();
    setPressed(null);
  }, [pressed]);
  const movesOf = ({ id, name }: Item, index: number) => (
    <MoveButtons
      id={id}
      name={name}
      first={index === 0}
      last={index === items.length - 1}
      onMove={(by, button) => {
        move(index, index + by);
        setPressed(button);
      }}
    />
  );
  return (
    <div ref={list}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <DragDropProvider
        plugins={plugins}
        onDragEnd={({ canceled, operation: { source } }) => {
          if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
        }}
      >
        <ol aria-label={label} className="grid gap-2">
          {items.map((item, index) => (
            <DragRow key={item.id} id={item.id} index={index} name={item.name}>
              {(handle) => render(item, index, handle, movesOf(item, index))}
            </DragRow>
          ))}
        </ol>
      </DragDropProvider>
    </div>
  );
}

interface Moving {
  readonly operation: { readonly source: Draggable | null };
}

/** Says rows by their names, and puts a row down at once: an animated drop can leave its placeholder behind when rows change meanwhile. */
function quietPlugins(
  shown: RefObject<readonly { readonly id: string; readonly name: string }[]>,
): NonNullable<Parameters<typeof DragDropProvider>[0]['plugins']> {
  const name = (id: unknown) => shown.current.find((one) => one.id === id)?.name ?? 'The row';
  return (defaults) => [
    ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
    Feedback.configure({ dropAnimation: null }),
    Accessibility.configure({
      screenReaderInstructions: {
        draggable:
          'Press Space to pick the row up, the arrow keys to move it, Space to put it down, Escape to leave it where it was.',
      },
      announcements: {
        dragstart: ({ operation: { source } }: Moving) => `${name(source?.id)} picked up.`,
        dragover: ({ operation: { source } }: Moving) =>
          isSortable(source) ? `${name(source.id)} over position ${source.index + 1} of ${shown.current.length}.` : undefined,
        dragend: ({ canceled, operation: { source } }: Moving & { readonly canceled: boolean }) =>
          canceled ? `${name(source?.id)} left where it was.` : undefined,
      },
    }),
  ];
}

interface RowProps {
  readonly id: string;
  readonly index: number;
  readonly name: string;
  readonly children: (handle: ReactNode) => ReactNode;
}

function DragRow({ id, index, name, children }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id, index });
  const handle = (
    <button
      type="button"
      ref={handleRef}
      aria-label={`Reorder ${name}`}
      title="Drag, or press Space and use the arrow keys"
      className="flex size-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </button>
  );
  return (
    <li ref={ref} data-row={id} className={joined(isDragging && 'opacity-70')}>
      {children(handle)}
    </li>
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
