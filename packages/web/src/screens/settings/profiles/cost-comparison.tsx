import type { Estimate } from '@tenfold/contract';
import { useEstimate } from '../../../queries/folding.ts';
import { whole } from '../../../ui/numbers.ts';
import { ProfileCosts } from '../../../ui/profile-costs.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useChosenSession } from '../chosen-session.ts';
import { Group } from '../row/group.tsx';
import { SessionPicker } from '../session-picker.tsx';

const REQUEST = { strategy: 'native', force: true } as const;

/** What summarising a conversation would cost with each profile, and which one to take. Nothing is paid. */
export function CostComparison() {
  const session = useChosenSession();
  const { data, error, isFetching } = useEstimate(session?.id ?? '', REQUEST, session !== undefined);
  return (
    <Group
      title="What a summary costs"
      help="The cost of condensing one conversation with each profile, before anything is paid."
      actions={isFetching ? <Spinner label="Estimating…" /> : undefined}
    >
      <div className="pb-3">
        <SessionPicker label="Estimate on" />
      </div>
      {error !== null && <p className="py-3 text-ink-soft text-sm">{error.message}</p>}
      {data !== undefined && <Costs estimate={data} />}
    </Group>
  );
}

function Costs({ estimate: { profiles, before, after } }: { estimate: Estimate }) {
  if (profiles.length === 0)
    return (
      <p className="py-3 text-ink-soft text-sm">
        No profile with a known price would be asked: the embedded summarizer answers for nothing ({whole(before)} → about{' '}
        {whole(after)} tokens). Add a profile to compare.
      </p>
    );
  return <ProfileCosts profiles={profiles} />;
}
