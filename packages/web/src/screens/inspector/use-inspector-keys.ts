import type { ContextRow } from '@tenfold/contract';
import type { RefObject } from 'react';
import { useProtect } from '../../queries/session.ts';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { wordsOf } from './shown-rows.ts';

/** The keys of the inspector. */
export function useInspectorKeys({
  session,
  rows,
  readOnly,
  older,
  newer,
  at,
  list,
  search,
  toggleDiff,
  toggleOrder,
  toggleRaw,
}: {
  session: string;
  rows: readonly ContextRow[];
  /** What was sent cannot be changed any more. */
  readOnly: boolean;
  older: () => void;
  newer: () => void;
  at: number | null;
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  toggleDiff: (row: number) => void;
  toggleOrder: () => void;
  toggleRaw: () => void;
}): void {
  const protect = useProtect(session);
  const place = rows.findIndex(({ row }) => row === at);
  const current = rows[place];
  const move = (step: 1 | -1) => {
    const next = rows[place === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, place + step))];
    const head = list.current?.querySelector<HTMLElement>(`[data-inspector-row="${next?.row}"] button`);
    head?.focus();
    head?.scrollIntoView({ block: 'nearest' });
  };
  useScreenKeys({
    ArrowLeft: older,
    ArrowRight: newer,
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    j: () => move(1),
    k: () => move(-1),
    d: () => current !== undefined && current.was !== undefined && toggleDiff(current.row),
    p: () =>
      !readOnly &&
      current?.entryId !== undefined &&
      protect.mutate({ entry: { id: current.entryId }, value: !current.protected }, { onError: toastProblem }),
    c: () => {
      if (current === undefined) return;
      navigator.clipboard.writeText(current.parts.map(wordsOf).join('\n')).then(() => toast('Copied'), toastProblem);
    },
    s: toggleOrder,
    r: toggleRaw,
    '/': () => search.current?.focus(),
  });
}
