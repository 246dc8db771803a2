import { Link, useSearch } from '@tanstack/react-router';
import type { PassedRequest } from '@tenfold/contract';
import { ArrowLeftRight } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { counted, dollars, when, whole } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import { Screen } from '../../ui/screen.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { REQUEST_FACTS, stateOf } from './request-facts.ts';
import { RequestView } from './request-view.tsx';
import { useTraffic } from './use-traffic.ts';

/** What passes through the gateway: a list that grows, and what each request said. */
export function TrafficScreen() {
  const { request, group } = useSearch({ from: '/traffic' });
  const traffic = useTraffic();
  const { data } = traffic;
  const requests = (data?.requests ?? []).filter((passed) => group === undefined || passed.group === group);
  return (
    <Screen
      title="Traffic"
      className="mx-auto grid max-w-7xl gap-4 p-3 sm:p-4"
      actions={
        data !== undefined &&
        data.sums.requests > 0 && (
          <p className="text-ink-soft text-sm tabular-nums">
            {whole(data.sums.before)} → {whole(data.sums.after)} tokens · {counted(data.sums.folds, 'fold')} ·{' '}
            {counted(data.sums.refusals, 'refusal')}
            {data.sums.cost !== null && data.sums.cost > 0 && ` · ≈ ${dollars(data.sums.cost)}`}
            {data.observe && ' · only watching'}
          </p>
        )
      }
    >
      <Fetching of={traffic} label="Looking…" className="p-3" />
      {data !== undefined && data.requests.length === 0 && <NothingYet />}
      {group !== undefined && <ClientSession group={group} count={requests.length} request={request} />}
      {requests.length > 0 && <RequestTable requests={requests} chosen={request} group={group} />}
      {request !== undefined && <RequestView key={request} id={request} />}
    </Screen>
  );
}

/** What a client calls one session of its own may be several conversations: its helpers' and its titles' too. */
function ClientSession({ group, count, request }: { group: string; count: number; request: string | undefined }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
      <span className="min-w-0 break-all">
        {counted(count, 'request')} of the client's session {group}
      </span>
      <Link to="/traffic" search={request === undefined ? {} : { request }} className="text-accent underline">
        Show all
      </Link>
    </p>
  );
}

function NothingYet() {
  const here = window.location.origin;
  return (
    <EmptyState icon={<ArrowLeftRight />} title="Point a program here and its requests appear">
      <p className="mb-4">
        Tenfold passes them on to the model and keeps them inside its window. Start a client with <code>tenfold</code>, or give
        any program this address:
      </p>
      <ScrollText
        mono
        label="How to point a program here"
        className="text-left"
        text={`tenfold claude\nANTHROPIC_BASE_URL=${here} claude\nOPENAI_BASE_URL=${here}/v1 my-app\nGOOGLE_GEMINI_BASE_URL=${here} gemini`}
      />
    </EmptyState>
  );
}

interface Listed {
  readonly requests: readonly PassedRequest[];
  readonly chosen: string | undefined;
  /** What the client calls the session they are of, where only one is shown. */
  readonly group: string | undefined;
}

/** Requests, newest first; each leads to what it said. On a phone it says the rest too. */
function RequestTable({ requests, chosen, group }: Listed) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label="Requests"
      className="overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table className="w-full text-sm tabular-nums sm:whitespace-nowrap">
        <thead>
          <tr className="text-ink-soft text-xs">
            {['When', 'Client', 'Model'].map((name) => (
              <th
                key={name}
                scope="col"
                className={joined('px-3 py-2 text-left font-normal', name !== 'When' && 'max-sm:hidden')}
              >
                {name}
              </th>
            ))}
            {REQUEST_FACTS.map(({ name, isFirst }) => (
              <th
                key={name}
                scope="col"
                className={joined('px-3 py-2 text-right font-normal max-sm:px-1', !isFirst && 'max-sm:hidden')}
              >
                {name}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-left font-normal">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((passed) => (
            <RequestRow key={passed.id} passed={passed} isChosen={passed.id === chosen} group={group} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RequestRow({ passed, isChosen, group }: { passed: PassedRequest; isChosen: boolean } & Pick<Listed, 'group'>) {
  return (
    <tr className={joined('border-line border-t', isChosen && 'bg-accent-soft')}>
      <th scope="row" className="px-3 py-1.5 text-left font-medium">
        <Link
          to="/traffic"
          search={{ request: passed.id, ...(group === undefined ? {} : { group }) }}
          className="text-accent underline"
        >
          {when(passed.at)}
        </Link>
        <span className="block max-w-32 truncate font-normal text-ink-soft text-xs sm:hidden">{passed.client}</span>
      </th>
      <td className="max-w-48 truncate px-3 max-sm:hidden">{passed.client}</td>
      <td className="max-w-48 truncate px-3 max-sm:hidden">{passed.model}</td>
      {REQUEST_FACTS.map(({ name, isFirst, of }) => (
        <td key={name} className={joined('px-3 text-right max-sm:px-1', !isFirst && 'max-sm:hidden')}>
          {of(passed)}
        </td>
      ))}
      <td className="px-3">{stateOf(passed)}</td>
    </tr>
  );
}
