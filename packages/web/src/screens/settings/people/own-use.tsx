import { useMyUsage } from '../../../queries/people.ts';
import { bytes } from '../../../ui/money.ts';
import { counted, whole } from '../../../ui/numbers.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';

const ROLES = { operator: 'the operator', admin: 'an administrator', user: 'a user' } as const;

/** Who the reader is here, and how much of what they may they have used. */
export function OwnUse({ name, role }: { name: string; role: keyof typeof ROLES }) {
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
