import type { Token } from '@tenfold/contract';
import { useState } from 'react';
import { useAddToken, useRevokeToken, useTokens } from '../../../queries/people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { day, when } from '../../../ui/figures.ts';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Fields, type FormField, useDraft } from '../form/fields.tsx';
import { keepNewToken, useNewToken } from './new-tokens.ts';
import { ShownOnce } from './shown-once.tsx';

/** The tokens somebody comes in with: what they open, when they were used, and an end to each. */
export function TokenList({ person, name, mayAdd }: { person: string | null; name: string; mayAdd: boolean }) {
  const { data: tokens, error, refetch } = useTokens(person);
  const place = person ?? 'own';
  const [text, forget] = useNewToken(place);
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const revoke = useRevokeToken(person);
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const inForce = (tokens ?? []).filter((token) => !isOver(token));
  return (
    <div className="mt-3">
      {tokens !== undefined && inForce.length === 0 && <p className="text-ink-soft text-sm">No active tokens.</p>}
      <ul className="divide-y divide-line">
        {inForce.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-56">
              <span className="mr-2 break-all font-medium">{token.name}</span>
              {token.scope === 'read' && <Badge>read only</Badge>}
              <span className="block text-ink-soft text-xs">{lifeOf(token)}</span>
            </span>
            <Button small label="Revoke" onClick={() => setRevoking(token)} aria-label={`Revoke ${token.name} of ${name}`} />
          </li>
        ))}
      </ul>
      {text !== null && <ShownOnce text={text} onDone={forget} />}
      {adding && <NewToken person={person} onMade={(made) => keepNewToken(place, made)} onClose={() => setAdding(false)} />}
      {!adding && text === null && mayAdd && (
        <Button label="New token" className="mt-2" onClick={() => setAdding(true)} aria-label={`New token for ${name}`} />
      )}
      <Confirm
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`Revoke ${revoking?.name}?`}
        action="Revoke"
        danger
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        Anyone using it loses access. This cannot be undone, but you can create a new token.
      </Confirm>
    </div>
  );
}

function isOver({ revokedAt, expiresAt }: Token): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= Date.now());
}

function lifeOf({ createdAt, usedAt, expiresAt }: Token): string {
  const used = usedAt === null ? 'never used' : `last used ${when(usedAt)}`;
  return `created ${day(createdAt)}, ${used}${expiresAt === null ? '' : `, expires ${day(expiresAt)}`}`;
}

const FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Used for', kind: { type: 'line', placeholder: 'Laptop' } },
  { name: 'scope', label: 'Allows', kind: { type: 'choice', options: { full: 'Everything', read: 'Reading only' } } },
  {
    name: 'days',
    label: 'Valid for',
    kind: { type: 'choice', options: { none: 'Until revoked', 7: 'A week', 90: '90 days', 365: 'A year' } },
  },
];

/** What a new token is for, what it opens and how long. */
function NewToken({ person, onMade, onClose }: { person: string | null; onMade: (text: string) => void; onClose: () => void }) {
  const add = useAddToken(person, onMade);
  const form = useDraft({ name: '', scope: 'full' as 'full' | 'read', days: '90' });
  const { name, scope, days } = form.values;
  return (
    <InlineForm
      action="Create token"
      isReady={name.trim() !== '' && !add.isPending}
      error={add.error}
      onSubmit={() =>
        add.mutate({ name: name.trim(), scope, days: days === 'none' ? null : Number(days) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Fields fields={FIELDS} {...form} className="grid gap-3 sm:grid-cols-3" />
    </InlineForm>
  );
}
