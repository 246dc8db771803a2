import { useVirtualizer } from '@tanstack/react-virtual';
import type { ContextRow } from '@tenfold/contract';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useProtect } from '../../queries/folding.ts';
import { copyText } from '../../ui/copy-text.ts';
import { joined } from '../../ui/joined.ts';
import { neighbour } from '../../ui/neighbour.ts';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';
import type { RowChange } from './request-change.ts';
import { RowBody } from './row-body.tsx';
import { RowHead } from './row-head.tsx';
import { type Order, wordsOf } from './shown-rows.ts';

/** The rows, however many: only those in sight are drawn. */
export function RowList({
  rows,
  order,
  onOrder,
  changes,
  readOnly,
  breakpoint,
  empty,
}: {
  rows: readonly ContextRow[];
  order: Order;
  onOrder: () => void;
  /** How rows differ from the request before, where there is one. */
  changes: ReadonlyMap<number, RowChange> | undefined;
  /** What was sent cannot be changed any more. */
  readOnly: boolean;
  /** First row that is not cached; null where it should not be marked. */
  breakpoint: number | null;
  /** What stands where there are no rows. */
  empty: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const states = useRowStates();
  useRowKeys(rows, states, list, readOnly);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => 36,
    overscan: 12,
    getItemKey: (index) => rows[index]?.row ?? index,
  });
  const heaviest = useMemo(() => rows.reduce((most, { tokens }) => Math.max(most, tokens), 1), [rows]);
  if (rows.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>;
  return (
    <>
      <RowColumns order={order} onOrder={onOrder} />
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-2 pb-8 md:px-4">
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
    </>
  );
}

/** Which rows are open, which show their diff, and the last one that had the focus. */
function useRowStates() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [diffing, setDiffing] = useState<ReadonlySet<number>>(new Set());
  const [at, setAt] = useState<number | null>(null);
  return {
    open,
    diffing,
    at,
    focused: setAt,
    toggle: (row: number) => setOpen((before) => toggled(before, row)),
    toggleDiff(row: number) {
      setOpen((before) => new Set(before).add(row));
      setDiffing((before) => toggled(before, row));
    },
  };
}

/** Keys that go from row to row, and act on the one with the focus. */
function useRowKeys(
  rows: readonly ContextRow[],
  { at, toggleDiff }: ReturnType<typeof useRowStates>,
  list: RefObject<HTMLElement | null>,
  readOnly: boolean,
): void {
  const protect = useProtect();
  const place = rows.findIndex(({ row }) => row === at);
  const current = rows[place];
  const move = (step: 1 | -1) => {
    const head = list.current?.querySelector<HTMLElement>(`[data-inspector-row="${neighbour(rows, place, step)?.row}"] button`);
    head?.focus();
    head?.scrollIntoView({ block: 'nearest' });
  };
  useScreenKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    j: () => move(1),
    k: () => move(-1),
    d: () => current?.was !== undefined && toggleDiff(current.row),
    p: () =>
      !readOnly &&
      current?.entryId !== undefined &&
      protect.mutate({ entry: { id: current.entryId }, value: !current.protected }),
    c: () => {
      if (current === undefined) return;
      copyText(current.parts.map(wordsOf).join('\n')).then(() => toast('Copied'), toastProblem);
    },
  });
}

function toggled(set: ReadonlySet<number>, row: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(row)) next.add(row);
  return next;
}

/** What stands in which column, for eyes: every row says it in full to those who listen. The last one sorts. */
function RowColumns({ order, onOrder }: { order: Order; onOrder: () => void }) {
  return (
    <div
      aria-hidden="true"
      className="hidden shrink-0 grid-cols-[1rem_2rem_4.5rem_14rem_1fr_4rem] gap-x-2 border-line border-b px-6 py-1 text-ink-faint text-xs md:grid lg:grid-cols-[1rem_2.5rem_5rem_17rem_1fr_5rem]"
    >
      <span />
      <span>#</span>
      <span>Role</span>
      <span>What it is</span>
      <span>How it begins</span>
      <button
        type="button"
        tabIndex={-1}
        onClick={onOrder}
        title={order === 'tokens' ? 'Back to the order it is sent in' : 'Heaviest first'}
        className="inline-flex items-center justify-end gap-1 hover:text-ink"
      >
        {order === 'tokens' && <ArrowDown className="size-3" />}
        Tokens
      </button>
    </div>
  );
}
