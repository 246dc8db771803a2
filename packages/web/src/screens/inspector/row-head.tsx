import type { ContextRow } from '@tenfold/contract';
import { ChevronRight, Lock } from 'lucide-react';
import { background, KINDS } from '../../gauge/kinds.ts';
import { Badge } from '../../ui/badge.tsx';
import { whole } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import type { RowChange } from './request-change.ts';
import { rowKinds } from './row-kinds.ts';
import { rowName, wordsOf } from './shown-rows.ts';

const CHANGES: Readonly<Record<RowChange, string>> = {
  new: 'new',
  folded: 'newly condensed',
  back: 'in full again',
  changed: 'changed',
};

/** One line of what is sent: who, what, how much, and how it stands. */
export function RowHead({
  row,
  open,
  heaviest,
  change,
  onToggle,
  onFocus,
}: {
  row: ContextRow;
  open: boolean;
  heaviest: number;
  change: RowChange | undefined;
  onToggle: () => void;
  onFocus: () => void;
}) {
  const [kind] = rowKinds(row);
  const look = KINDS.find((one) => one.kind === kind);
  const preview = row.parts.slice(0, 1).map(wordsOf).join('').slice(0, 160);
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      onFocus={onFocus}
      className="grid w-full grid-cols-[1rem_2rem_1fr_auto] items-center gap-x-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-sunken md:grid-cols-[1rem_2rem_4.5rem_14rem_1fr_auto_4rem] lg:grid-cols-[1rem_2.5rem_5rem_17rem_1fr_auto_5rem]"
    >
      <ChevronRight className={joined('size-4 text-ink-faint transition-transform', open && 'rotate-90')} aria-hidden="true" />
      <span className="text-ink-faint text-xs tabular-nums">{row.row + 1}</span>
      <span className="hidden truncate text-ink-soft md:block">{row.kind === 'stand-in' ? '—' : row.role}</span>
      <span className="flex min-w-0 items-center gap-2">
        {look !== undefined && (
          <span aria-hidden="true" className="size-2.5 shrink-0 rounded-sm" style={{ background: background(look) }} />
        )}
        <span className="truncate">
          <span className="text-ink-soft md:hidden">{row.kind === 'entry' ? `${row.role} · ` : ''}</span>
          {rowName(row)}
        </span>
      </span>
      <span className="hidden truncate text-ink-faint text-xs md:block">{preview}</span>
      <span className="hidden justify-end gap-1 md:flex">
        {change !== undefined && <Badge tone="normal">{CHANGES[change]}</Badge>}
        <RowState row={row} />
      </span>
      <span className="relative text-right tabular-nums">
        {whole(row.tokens)}
        <span
          aria-hidden="true"
          className="absolute right-0 -bottom-1 h-0.5 rounded bg-accent opacity-60"
          style={{ width: `${(100 * row.tokens) / Math.max(1, heaviest)}%` }}
        />
      </span>
    </button>
  );
}

/** How a row stands, in badges. */
export function RowState({ row }: { row: ContextRow }) {
  return (
    <>
      {row.protected && row.kind === 'entry' && (
        <Badge tone="accent" title="Never condensed">
          <Lock aria-hidden="true" />
          protected
        </Badge>
      )}
      {row.was !== undefined && row.was !== row.tokens && <Badge title="Tokens before condensing">was {whole(row.was)}</Badge>}
      {row.cached && <Badge tone="normal">cached</Badge>}
    </>
  );
}
