import { Accessibility, type Draggable, Feedback } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { GripVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { joined } from '../../../ui/joined.ts';
import { HANDLE } from './handle-look.ts';

interface Moving {
  readonly operation: { readonly source: Draggable | null };
}

type Shown = RefObject<{ readonly ids: readonly string[]; readonly names: readonly string[] }>;

/** Says rows by their names, and puts a row down at once: an animated drop can leave its placeholder behind when rows change meanwhile. */
function quietPlugins(shown: Shown): NonNullable<Parameters<typeof DragDropProvider>[0]['plugins']> {
  const name = (id: unknown) => shown.current.names[shown.current.ids.findIndex((one) => one === id)] ?? 'The row';
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
          isSortable(source) ? `${name(source.id)} over position ${source.index + 1} of ${shown.current.ids.length}.` : undefined,
        dragend: ({ canceled, operation: { source } }: Moving & { readonly canceled: boolean }) =>
          canceled ? `${name(source?.id)} left where it was.` : undefined,
      },
    }),
  ];
}

/** The rows of a sortable list, draggable by their handles with mouse, touch and keys. */
export function DragList({
  label,
  ids,
  names,
  onMove,
  row,
}: {
  label: string;
  ids: readonly string[];
  /** What rows are called, in the same order. */
  names: readonly string[];
  onMove: (from: number, to: number) => void;
  row: (index: number, handle: ReactNode) => ReactNode;
}) {
  const shown = useRef({ ids, names });
  shown.current = { ids, names };
  const [plugins] = useState(() => quietPlugins(shown));
  return (
    <DragDropProvider
      plugins={plugins}
      onDragEnd={({ canceled, operation: { source } }) => {
        if (!canceled && isSortable(source)) onMove(source.initialIndex, source.index);
      }}
    >
      <ol aria-label={label} className="grid gap-2">
        {ids.map((id, index) => (
          <DragRow key={id} id={id} index={index} name={names[index] ?? ''} row={row} />
        ))}
      </ol>
    </DragDropProvider>
  );
}

function DragRow({
  id,
  index,
  name,
  row,
}: {
  id: string;
  index: number;
  name: string;
  row: (index: number, handle: ReactNode) => ReactNode;
}) {
  const { ref, handleRef, isDragging } = useSortable({ id, index });
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
    <li ref={ref} data-row={id} className={joined(isDragging && 'opacity-70')}>
      {row(index, handle)}
    </li>
  );
}
