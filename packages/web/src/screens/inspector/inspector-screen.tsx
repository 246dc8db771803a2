import { useSearch } from '@tanstack/react-router';
import type { ContextPage, PastContextPage } from '@tenfold/contract';
import { type ContentKind, formatStatus } from '@tenfold/core';
import { Braces } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSentFor } from '../../queries/requests.ts';
import { useContextPage } from '../../queries/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { counted } from '../../ui/figures.ts';
import { KeyHints } from '../../ui/key-hints.tsx';
import { modelInSentence } from '../../ui/names.ts';
import { Screen } from '../../ui/screen.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { RawRequest } from './raw-request.tsx';
import { RequestStepper, useRequestSteps } from './request-stepper.tsx';
import { CachedPrefix, KindBar, SentFacts, SinceBefore } from './request-summary.tsx';
import { RowList } from './row-list.tsx';
import { type Order, shownRows } from './shown-rows.ts';

const TITLE = (
  <>
    <span className="max-sm:sr-only">Context </span>
    <span className="max-sm:capitalize">inspector</span>
  </>
);
const HINTS = {
  '← →': 'request',
  '↑ ↓': 'row',
  '↵': 'expand',
  d: 'diff',
  p: 'protect',
  c: 'copy',
  s: 'sort',
  r: 'raw',
  '/': 'filter',
};
const ORDERS = [
  { value: 'sent', label: 'As it is sent' },
  { value: 'tokens', label: 'Heaviest first' },
] as const;

/** Exactly what the next request sends, or one that was sent did, row by row. */
export function InspectorScreen() {
  const { request: answer } = useSearch({ from: '/s/$session/inspector' });
  const next = useContextPage();
  const sent = useSentFor(answer);
  // While what was sent is fetched, the page stays as it was.
  const data = answer === undefined || sent.isPending ? next.data : sent.data;
  if (data !== undefined) return <Inspector page={data} answer={answer} />;
  return (
    <Screen title={TITLE} className="p-4">
      <Fetching of={answer === undefined ? next : sent} label="Building the request…" />
    </Screen>
  );
}

function Inspector({
  page,
  answer,
}: {
  page: ContextPage | PastContextPage;
  /** Answer of the request that is looked at; the next one where there is none. */
  answer: string | undefined;
}) {
  const { requests, older, newer, go, before, change } = useRequestSteps(page, answer);
  const [only, setOnly] = useState(false);
  const [order, setOrder] = useState<Order>('sent');
  const [kind, setKind] = useState<ContentKind | undefined>(undefined);
  const [words, setWords] = useState('');
  const [raw, setRaw] = useState(false);
  const past = 'request' in page;
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(
    () => shownRows(page.rows, { order, kind, words }).filter(({ row }) => !only || change === null || change.rows.has(row)),
    [page.rows, order, kind, words, only, change],
  );
  const toggleOrder = () => setOrder(order === 'sent' ? 'tokens' : 'sent');
  useScreenKeys({
    ArrowLeft: () => older !== undefined && go(older.answer),
    ArrowRight: () => answer !== undefined && go(newer?.answer),
    s: toggleOrder,
    r: () => setRaw(true),
    '/': () => search.current?.focus(),
  });
  const untouched = order === 'sent' && kind === undefined && words === '' && !only;
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={TITLE}>
        {(requests.length > 0 || answer !== undefined) && <RequestStepper requests={requests} answer={answer} onAnswer={go} />}
        <SearchField
          label="Filter rows"
          inputRef={search}
          value={words}
          onChange={setWords}
          className="order-last w-full lg:order-none lg:w-56"
        />
        <Select label="Order" value={order} choices={ORDERS} onChange={setOrder} />
        <Button icon={<Braces />} label="Raw" onClick={() => setRaw(true)} />
      </ScreenHeader>
      <section
        aria-label={past ? 'What was sent' : 'What the next request sends'}
        className="shrink-0 border-line border-b bg-surface px-4 py-3"
      >
        {past ? (
          <SentFacts page={page} />
        ) : (
          <p className="mb-2 text-ink-soft text-sm">
            The next request sends {counted(page.rows.length, 'row')} to{' '}
            <span className="font-medium text-ink">{modelInSentence(page.status.model)}</span>:{' '}
            <span className="tabular-nums">{formatStatus(page.status)}</span>
          </p>
        )}
        <KindBar status={page.status} kind={kind} onKind={setKind} />
        {!past && <CachedPrefix page={page} wasSent={requests.length > 0} />}
        {change !== null && before !== undefined && (
          <SinceBefore before={before} tokens={page.tokens} change={change} only={only} onOnly={setOnly} />
        )}
      </section>
      <RowList
        rows={rows}
        order={order}
        onOrder={toggleOrder}
        changes={change?.rows}
        readOnly={past}
        breakpoint={untouched ? page.cachedUntil : null}
        empty={
          <EmptyState title={page.rows.length === 0 ? 'Nothing would be sent yet' : 'No row matches'}>
            {page.rows.length === 0
              ? 'Send a first message, and each row of the request it makes is listed here.'
              : 'Clear the filter to see every row again.'}
          </EmptyState>
        }
      />
      <KeyHints hints={HINTS} />
      {raw && <RawRequest answer={answer} onClose={() => setRaw(false)} />}
    </div>
  );
}
