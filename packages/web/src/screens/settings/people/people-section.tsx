import { useMe, useMyUsage, usePeople } from '../../../queries/people.ts';
import { bytes, counted, whole } from '../../../ui/figures.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Everybody } from './everybody.tsx';
import { TokenList } from './token-list.tsx';

/** The reader's own use and tokens; for administrators also everybody else's. */
export function PeopleSection() {
  const { data: me, error, refetch } = useMe();
  const { data: people } = usePeople();
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const isAdmin = me?.role === 'admin';
  if (me === undefined || (isAdmin && people === undefined)) return <Spinner label="Loading…" />;
  // The operator is no person of the list: they are whoever started the server.
  const isOperator = isAdmin && people?.every(({ id }) => id !== me.id) === true;
  return (
    <div className="grid gap-8">
      <section aria-labelledby="own-use">
        <h3 id="own-use" className="mb-2 font-semibold">
          You
        </h3>
        <OwnUse name={me.name} role={isOperator ? 'operator' : me.role} />
        {isOperator ? (
          <p className="mt-3 max-w-prose text-ink-soft text-sm">
            You started this server, so you need no token, or only the one it was started with. To give your programs a token, add
            yourself as a person below.
          </p>
        ) : (
          <TokenList person={null} name="you" mayAdd={me.scope === 'full'} />
        )}
      </section>
      {isAdmin && <Everybody people={people ?? []} me={me.id} />}
    </div>
  );
}

const ROLES = { operator: 'the operator', admin: 'an administrator', user: 'a user' } as const;

/** Who the reader is here, and how much of what they may they have used. */
function OwnUse({ name, role }: { name: string; role: keyof typeof ROLES }) {
  const { data, error, refetch } = useMyUsage();
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <p className="text-sm">
      You are {role !== 'operator' && <span className="font-medium">{name}, </span>}
      {ROLES[role]} of this server.
      {data !== undefined && (
        <span className="block text-ink-soft">
          {data.limits.tokens === null ? '' : `${whole(data.tokens)} of `}
          {counted(data.limits.tokens ?? data.tokens, 'token')} in the last 24 hours;{' '}
          {data.limits.bytes === null ? '' : `${bytes(data.bytes)} of `}
          {bytes(data.limits.bytes ?? data.bytes)} of conversations.
        </span>
      )}
    </p>
  );
}
