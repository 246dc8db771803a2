import type { Person } from '@tenfold/contract';
import { useState } from 'react';
import { useUsage } from '../../../queries/people.ts';
import { useProfiles } from '../../../queries/profiles.ts';
import { Button } from '../../../ui/button.tsx';
import { bytes } from '../../../ui/money.ts';
import { counted } from '../../../ui/numbers.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { AddPerson } from './add-person.tsx';
import { PersonRow } from './person-row.tsx';
import { ShownOnce } from './shown-once.tsx';

/** Those who share this server, what each may and uses, and what all of them share. */
export function Everybody({ people, me }: { people: readonly Person[]; me: string }) {
  const { data: usage, error, refetch } = useUsage();
  const { data: profiles = [] } = useProfiles();
  const [adding, setAdding] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const shared = profiles.filter((profile) => profile.shared);
  const bounds = [
    ...(usage?.limits.tokens == null ? [] : [`${counted(usage.limits.tokens, 'token')} in 24 hours`]),
    ...(usage?.limits.bytes == null ? [] : [`${bytes(usage.limits.bytes)} of conversations`]),
  ];
  return (
    <section aria-labelledby="everybody">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="everybody" className="font-semibold">
          Everybody
        </h3>
        {!adding && text === null && <Button onClick={() => setAdding(true)}>Add somebody</Button>}
      </div>
      <p className="max-w-prose text-ink-soft text-sm">
        {bounds.length === 0
          ? 'Nothing bounds what users use. Quotas are set when the server is started (TENFOLD_QUOTA_TOKENS, TENFOLD_QUOTA_MB).'
          : `A user may use ${bounds.join(' and ')}; administrators are not bound.`}{' '}
        {shared.length === 0
          ? 'No profile is shared: whoever wants a model brings a key of their own.'
          : `Everybody may use ${shared.map(({ name }) => name).join(', ')}.`}
      </p>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {text !== null && <ShownOnce text={text} onDone={() => setText(null)} />}
      {adding && <AddPerson onMade={setText} onClose={() => setAdding(false)} />}
      {people.length === 0 && !adding && (
        <p className="py-6 text-center text-ink-soft text-sm">
          Nobody shares this server yet. Whoever you add gets a token and conversations of their own, which nobody else sees.
        </p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            used={usage?.used.find((one) => one.person === person.id) ?? { tokens: 0, bytes: 0 }}
            isMe={person.id === me}
          />
        ))}
      </ul>
    </section>
  );
}
