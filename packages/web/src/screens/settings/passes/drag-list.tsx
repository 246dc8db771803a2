import { Accessibility, type Draggable, Feedback } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { GripVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { joined } from '../../../ui/joined.ts';
import { HANDLE } from './handle-look.ts';

interface Named {
  readonly id: string;
}

interface Moving {
  readonly operation: { readonly source: Draggable | null };
}

type Shown = RefObject<{ readonly items: readonly Named[]; readonly nameOf: (item: Named) => string }>;

/** Says rows by their names, and puts a row down at once: an animated drop can leave its placeholder behind when rows change meanwhile. */
function quietPlugins(shown: Shown): NonNullable<Parameters<typeof DragDropProvider>[0]['plugins']> {
  const name = (id: unknown) => {
    const item = shown.current.items.find((one) => one.id === id);
    return item === undefined ? 'The row' : shown.current.nameOf(item);
  };
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
          isSortable(source)
            ? `${name(source.id)} over position ${source.index + 1} of ${shown.current.items.length}.`
            : undefined,
        dragend: ({ canceled, operation: { source } }: Moving & { readonly canceled: boolean }) =>
          canceled ? `${name(source?.id)} left where it was.` : undefined,
      },
    }),
  ];
}

/** The rows of a sortable list, draggable by their handles with mouse, touch and keys. */
export function DragList({
  label,
  items,
  nameOf,
  onMove,
  row,
}: {
  label: string;
  items: readonly Named[];
  nameOf: (item: Named) => string;
  onMove: (from: number, to: number) => void;
  row: (item: Named, index: number, handle: ReactNode) => ReactNode;
}) {
  const shown = useRef({ items, nameOf });
  shown.current = { items, nameOf };
  const [plugins] = useState(() => quietPlugins(shown));
  return (
    <DragDropProvider
      plugins={plugins}
      onDragEnd={({ canceled, operation: { source } }) => {
        if (!canceled && isSortable(source)) onMove(source.initialIndex, source.index);
      }}
    >
      <ol aria-label={label} className="grid gap-2">
        {items.map((item, index) => (
          <DragRow key={item.id} item={item} index={index} name={nameOf(item)} row={row} />
        ))}
      </ol>
    </DragDropProvider>
  );
}

function DragRow({
  item,
  index,
  name,
  row,
}: {
  item: Named;
  index: number;
  name: string;
  row: (item: Named, index: number, handle: ReactNode) => ReactNode;
}) {
  const { ref, handleRef, isDragging } = useSortable({ id: item.id, index });
  const handle = (
    <button
      type="button"
      ref={handleRef}
      aria-label={`Reorder ${name}`}
      title="Drag, or press Space and use the arrow keys"
      className={HANDLE}
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </button>
  );
  return (
    <li ref={ref} data-row={item.id} className={joined(isDragging && 'opacity-70')}>
      {row(item, index, handle)}
    </li>
  );
}
