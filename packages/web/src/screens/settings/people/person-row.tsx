import type { Person } from '@tenfold/contract';
import { useChangePerson } from '../../../queries/people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { bytes } from '../../../ui/money.ts';
import { counted } from '../../../ui/numbers.ts';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { TokenList } from './token-list.tsx';

/** Somebody: what they may, what they use, whether they are let in, and their tokens. */
export function PersonRow({
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
  const told = { onError: toastProblem };
  return (
    <li data-person={name} className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {name}
            {isMe && <Badge tone="accent">you</Badge>}
            {disabled && <Badge tone="warning">not let in</Badge>}
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
          onChange={(next) => change.mutate({ role: next }, told)}
        />
        <span className="flex items-center gap-2 text-ink-soft text-xs">
          Let in
          <Switch
            label={`Let ${name} in`}
            checked={!disabled}
            disabled={isMe}
            onChange={(isIn) => change.mutate({ disabled: !isIn }, told)}
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
