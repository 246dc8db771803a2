import { useParams } from '@tanstack/react-router';
import type { ContentKind } from '@tenfold/core';
import { Braces } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ContextPage } from '../../api/contract.ts';
import { gaugeText } from '../../gauge/gauge-words.ts';
import { useContextPage } from '../../queries/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { counted } from '../../ui/numbers.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CachedPrefix } from './cached-prefix.tsx';
import { KindBar } from './kind-bar.tsx';
import { RawRequest } from './raw-request.tsx';
import { RowColumns } from './row-columns.tsx';
import { RowList } from './row-list.tsx';
import { type Order, shownRows } from './shown-rows.ts';
import { useInspectorKeys } from './use-inspector-keys.ts';
import { useRowStates } from './use-row-states.ts';

const HINTS = { '↑ ↓': 'row', '↵': 'expand', d: 'diff', p: 'protect', c: 'copy', s: 'sort', r: 'raw', '/': 'filter' };
const ORDERS = [
  { value: 'sent', label: 'As it is sent' },
  { value: 'tokens', label: 'Heaviest first' },
] as const;

/** Exactly what the next request sends, row by row. */
export function InspectorScreen() {
  const { session } = useParams({ from: '/s/$session/inspector' });
  const { data, error, refetch } = useContextPage(session);
  return (
    <div className="flex h-full flex-col">
      {error !== null && data === undefined ? (
        <>
          <ScreenHeader title="Context inspector" />
          <div className="p-4">
            <ProblemNotice error={error} onRetry={() => void refetch()} />
          </div>
        </>
      ) : data === undefined ? (
        <Spinner label="Building the request…" className="p-6" />
      ) : (
        <Inspector session={session} page={data} />
      )}
    </div>
  );
}

function Inspector({ session, page }: { session: string; page: ContextPage }) {
  const [order, setOrder] = useState<Order>('sent');
  const [kind, setKind] = useState<ContentKind | undefined>(undefined);
  const [words, setWords] = useState('');
  const [raw, setRaw] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const states = useRowStates();
  const rows = useMemo(() => shownRows(page.rows, { order, kind, words }), [page.rows, order, kind, words]);
  const toggleOrder = () => setOrder(order === 'sent' ? 'tokens' : 'sent');
  useInspectorKeys({
    session,
    rows,
    at: states.at,
    list,
    search,
    toggleDiff: states.toggleDiff,
    toggleOrder,
    toggleRaw: () => setRaw(true),
  });
  const untouched = order === 'sent' && kind === undefined && words === '';
  return (
    <>
      <ScreenHeader title="Context inspector">
        <SearchField
          label="Filter rows"
          inputRef={search}
          value={words}
          onChange={setWords}
          className="order-last w-full sm:order-none sm:w-56"
        />
        <Select label="Order" value={order} choices={ORDERS} onChange={setOrder} />
        <Button onClick={() => setRaw(true)}>
          <Braces className="size-4" aria-hidden="true" />
          Raw
        </Button>
      </ScreenHeader>
      <section aria-label="What the next request sends" className="shrink-0 border-line border-b bg-surface px-4 py-3">
        <p className="mb-2 text-ink-soft text-sm">
          The next request sends {counted(page.rows.length, 'row')} to{' '}
          <span className="font-medium text-ink">{page.status.model}</span>:{' '}
          <span className="tabular-nums">{gaugeText(page.status)}</span>
        </p>
        <KindBar status={page.status} kind={kind} onKind={setKind} />
        <CachedPrefix page={page} />
      </section>
      {rows.length === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <EmptyState title={page.rows.length === 0 ? 'Nothing would be sent yet' : 'No row matches'}>
            {page.rows.length === 0
              ? 'Send a first message, and each row of the request it makes is listed here.'
              : 'Clear the filter to see every row again.'}
          </EmptyState>
        </div>
      ) : (
        <>
          <RowColumns order={order} onOrder={toggleOrder} />
          <RowList
            session={session}
            rows={rows}
            states={states}
            breakpoint={untouched ? page.cachedUntil : null}
            listRef={list}
          />
        </>
      )}
      <KeyHints hints={HINTS} />
      <RawRequest wire={page.wire} open={raw} onOpenChange={setRaw} />
    </>
  );
}
