import { useVirtualizer } from '@tanstack/react-virtual';
import type { ContextRow } from '@tenfold/contract';
import { type RefObject, useMemo } from 'react';
import { joined } from '../../ui/joined.ts';
import type { RowChange } from './request-change.ts';
import { RowBody } from './row-body.tsx';
import { RowHead } from './row-head.tsx';

/** What is open and where the keyboard is. */
export interface RowStates {
  readonly open: ReadonlySet<number>;
  readonly diffing: ReadonlySet<number>;
  toggle(row: number): void;
  toggleDiff(row: number): void;
  focused(row: number): void;
}

/** The rows, however many: only those in sight are drawn. */
export function RowList({
  session,
  rows,
  states,
  changes,
  readOnly,
  breakpoint,
  listRef,
}: {
  session: string;
  rows: readonly ContextRow[];
  states: RowStates;
  /** How rows differ from the request before, where there is one. */
  changes: ReadonlyMap<number, RowChange> | undefined;
  /** What was sent cannot be changed any more. */
  readOnly: boolean;
  /** First row that is not cached; null where it should not be marked. */
  breakpoint: number | null;
  listRef: RefObject<HTMLDivElement | null>;
}) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: () => 36,
    overscan: 12,
    getItemKey: (index) => rows[index]?.row ?? index,
  });
  const heaviest = useMemo(() => rows.reduce((most, { tokens }) => Math.max(most, tokens), 1), [rows]);
  return (
    <div ref={listRef} className="min-h-0 flex-1 overflow-y-auto px-2 pb-8 md:px-4">
      <ol className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              data-index={index}
              data-inspector-row={row.row}
              ref={virtual.measureElement}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={joined(
                'absolute top-0 left-0 w-full',
                breakpoint === row.row && row.row > 0 && 'border-normal border-t-2 border-dashed',
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              {breakpoint === row.row && row.row > 0 && (
                <p className="px-2 pt-0.5 text-normal text-xs">cache breakpoint: what follows is new to the provider</p>
              )}
              <RowHead
                row={row}
                heaviest={heaviest}
                change={changes?.get(row.row)}
                open={states.open.has(row.row)}
                onToggle={() => states.toggle(row.row)}
                onFocus={() => states.focused(row.row)}
              />
              {states.open.has(row.row) && (
                <RowBody
                  session={session}
                  row={row}
                  readOnly={readOnly}
                  diffing={states.diffing.has(row.row)}
                  onDiff={() => states.toggleDiff(row.row)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
