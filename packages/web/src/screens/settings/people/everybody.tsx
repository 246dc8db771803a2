import type { Person } from '@tenfold/contract';
import { useState } from 'react';
import { useAddPerson, useChangePerson, useUsage } from '../../../queries/people.ts';
import { useProfiles } from '../../../queries/profiles.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { bytes, counted } from '../../../ui/figures.ts';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';
import { keepNewToken, useNewToken } from './new-tokens.ts';
import { ShownOnce } from './shown-once.tsx';
import { TokenList } from './token-list.tsx';

/** Where the first token of somebody who was added is shown. */
const ADDED = 'added';

/** Those who share this server, what each may and uses, and what all of them share. */
export function Everybody({ people, me }: { people: readonly Person[]; me: string }) {
  const { data: usage, error, refetch } = useUsage();
  const { data: profiles = [] } = useProfiles();
  const [adding, setAdding] = useState(false);
  const [text, forget] = useNewToken(ADDED);
  const shared = profiles.filter((profile) => profile.shared);
  const bounds = [
    ...(usage?.limits.tokens == null ? [] : [`${counted(usage.limits.tokens, 'token')} in 24 hours`]),
    ...(usage?.limits.bytes == null ? [] : [`${bytes(usage.limits.bytes)} of conversations`]),
  ];
  return (
    <section aria-labelledby="everybody">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="everybody" className="font-semibold">
          Everyone
        </h3>
        {!adding && text === null && <Button label="Add a person" onClick={() => setAdding(true)} />}
      </div>
      <p className="max-w-prose text-ink-soft text-sm">
        {bounds.length === 0
          ? 'There is no limit on what users use. Quotas are set when the server starts (TENFOLD_QUOTA_TOKENS, TENFOLD_QUOTA_MB).'
          : `Each user may use ${bounds.join(' and ')}. Administrators have no limit.`}{' '}
        {shared.length === 0
          ? 'No profile is shared, so everyone needs their own key to use a model.'
          : `Everyone can use ${shared.map(({ name }) => name).join(', ')}.`}
      </p>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {text !== null && <ShownOnce text={text} onDone={forget} />}
      {adding && <AddPerson onClose={() => setAdding(false)} />}
      {people.length === 0 && !adding && (
        <p className="py-6 text-center text-ink-soft text-sm">
          Nobody shares this server yet. Anyone you add gets their own token and conversations, which nobody else can see.
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

const FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: { type: 'line' } },
  {
    name: 'role',
    label: 'Role',
    help: 'Administrators can add people, share profiles and set the addresses of models.',
    kind: { type: 'choice', options: { user: 'User', admin: 'Administrator' } },
  },
];

/** Somebody's name and what they may; their first token comes with it. */
function AddPerson({ onClose }: { onClose: () => void }) {
  const add = useAddPerson((text) => keepNewToken(ADDED, text));
  const form = useDraft({ name: '', role: 'user' as 'user' | 'admin' });
  const name = form.values.name.trim();
  return (
    <InlineForm
      action="Add"
      isReady={name !== '' && !add.isPending}
      error={add.error}
      onSubmit={() => add.mutate({ ...form.values, name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Fields fields={FIELDS} {...form} className="grid gap-3 sm:grid-cols-2" />
    </InlineForm>
  );
}

/** Somebody: what they may, what they use, whether they are let in, and their tokens. */
function PersonRow({
  person,
  used,
  isMe,
}: {
  person: Person;
  used: { readonly tokens: number; readonly bytes: number };
  isMe: boolean;
}) {
  const { id, name, role, disabled, identity } = person;
  const change = useChangePerson(id);
  return (
    <li data-person={name} className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {name}
            {isMe && <Badge tone="accent">you</Badge>}
            {disabled && <Badge tone="warning">no access</Badge>}
          </p>
          <p className="text-ink-soft text-xs">
            {counted(used.tokens, 'token')} in 24 hours, {bytes(used.bytes)}
            {identity !== null && <span className="break-all">; signs in at {identity.issuer}</span>}
          </p>
        </div>
        <Select
          label={`Role of ${name}`}
          value={role}
          choices={[
            { value: 'user', label: 'User' },
            { value: 'admin', label: 'Administrator', disabled: isMe },
          ]}
          disabled={isMe}
          onChange={(next) => change.mutate({ role: next })}
        />
        <span className="flex items-center gap-2 text-ink-soft text-xs">
          Access
          <Switch
            label={`Access for ${name}`}
            checked={!disabled}
            disabled={isMe}
            onChange={(isIn) => change.mutate({ disabled: !isIn })}
          />
        </span>
      </div>
      {!isMe && (
        <Disclosure summary="Tokens">
          <TokenList person={id} name={name} mayAdd />
        </Disclosure>
      )}
    </li>
  );
}
