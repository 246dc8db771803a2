import { Link } from '@tanstack/react-router';
import type { PassedRequest } from '@tenfold/contract';
import { useState } from 'react';
import { useStrategies } from '../../queries/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { whole } from '../../ui/figures.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { REQUEST_FACTS, stateOf } from './request-facts.ts';
import { usePassedRequest, useReplay } from './use-traffic.ts';

/** A request as it was received and as it was sent, and as it would be under another strategy. */
export function RequestView({ id }: { id: string }) {
  const fetched = usePassedRequest(id);
  if (fetched.data === undefined) return <Fetching of={fetched} label="Reading the request…" />;
  const { request, bodies } = fetched.data;
  const { session, group } = request;
  return (
    <section aria-label="Request" className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{bodies?.path ?? request.model}</h2>
        {group !== null && (
          <Link to="/traffic" search={{ request: id, group }} className="text-accent text-sm underline">
            All of the client's session
          </Link>
        )}
        {session !== null && (
          <Link to="/s/$session/inspector" params={{ session }} className="text-accent text-sm underline">
            Its session
          </Link>
        )}
      </header>
      <Facts request={request} />
      {bodies === null ? (
        <p className="text-ink-soft text-sm">
          What it said was kept in memory only and is gone since the server was restarted. The conversation is in its session.
        </p>
      ) : (
        <Bodies id={id} received={pretty(bodies.received)} sent={pretty(bodies.sent)} />
      )}
    </section>
  );
}

function Facts({ request }: { request: PassedRequest }) {
  const facts = [
    ['Client', request.client],
    ['Model', request.model],
    ...REQUEST_FACTS.map(({ name, of }) => [name, of(request)]),
    ['State', stateOf(request)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Bodies({ id, received, sent }: { id: string; received: string; sent: string }) {
  return (
    <Tabs
      label="Request"
      tabs={[
        { value: 'received', label: 'Received', content: <ScrollText mono label="Received" text={received} /> },
        { value: 'sent', label: 'Sent', content: <ScrollText mono label="Sent" text={sent} /> },
        {
          value: 'diff',
          label: 'Diff',
          content:
            received === sent ? (
              <p className="text-ink-soft text-sm">It was passed on unchanged, byte for byte.</p>
            ) : (
              <TextDiff label="What was condensed" before={received} after={sent} />
            ),
        },
        { value: 'replay', label: 'Replay', content: <Replay id={id} received={received} /> },
      ]}
    />
  );
}

function Replay({ id, received }: { id: string; received: string }) {
  const [strategy, setStrategy] = useState('smart');
  const { data: strategies = [] } = useStrategies();
  const { mutate, data, error, isPending } = useReplay(id);
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft text-sm">What another strategy would have sent. Nothing goes to the model.</p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Strategy"
          value={strategy}
          choices={strategies.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setStrategy}
        />
        <Button label="Replay" disabled={isPending} onClick={() => mutate(strategy)} />
        {data !== undefined && (
          <p className="text-sm tabular-nums">
            {whole(data.before)} → {whole(data.after)} tokens
          </p>
        )}
      </div>
      {error !== null && <ProblemNotice error={error} />}
      {data !== undefined && <TextDiff label="What this strategy would send" before={received} after={pretty(data.sent)} />}
    </div>
  );
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
