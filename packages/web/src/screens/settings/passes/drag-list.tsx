import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { joined } from '../../../ui/joined.ts';
import { HANDLE } from './sortable-list.tsx';

interface Named {
  readonly id: string;
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
  return (
    <DragDropProvider
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
