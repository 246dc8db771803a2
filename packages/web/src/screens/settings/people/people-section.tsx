import { useMe, usePeople } from '../../../queries/people.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Everybody } from './everybody.tsx';
import { OwnUse } from './own-use.tsx';
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
            You started this server, so you come in without a token, or with the one it was started with. For programs of yours
            add yourself as a person below.
          </p>
        ) : (
          <TokenList person={null} name="you" mayAdd={me.scope === 'full'} />
        )}
      </section>
      {isAdmin && <Everybody people={people ?? []} me={me.id} />}
    </div>
  );
}
