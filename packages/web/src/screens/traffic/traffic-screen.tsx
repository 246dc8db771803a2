import { useSearch } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dollars } from '../../ui/money.ts';
import { counted, whole } from '../../ui/numbers.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PassageTable } from './passage-table.tsx';
import { PassageView } from './passage-view.tsx';
import { useTraffic } from './use-traffic.ts';

/** What passes through the gateway: a list that grows, and what each request said. */
export function TrafficScreen() {
  const { request } = useSearch({ from: '/traffic' });
  const { data, error, refetch } = useTraffic();
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title="Traffic">
        {data !== undefined && data.sums.requests > 0 && (
          <p className="text-ink-soft text-sm tabular-nums">
            {whole(data.sums.before)} → {whole(data.sums.after)} tokens · {counted(data.sums.folds, 'fold')} ·{' '}
            {counted(data.sums.refusals, 'refusal')}
            {data.sums.cost !== null && data.sums.cost > 0 && ` · ≈ ${dollars(data.sums.cost)}`}
            {data.observe && ' · only watching'}
          </p>
        )}
      </ScreenHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-7xl gap-4 p-3 sm:p-4">
          {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Spinner label="Looking…" className="p-3" />}
          {data !== undefined && data.passages.length === 0 && <NothingYet />}
          {data !== undefined && data.passages.length > 0 && <PassageTable passages={data.passages} chosen={request} />}
          {request !== undefined && <PassageView key={request} id={request} />}
        </div>
      </div>
    </div>
  );
}

function NothingYet() {
  const here = window.location.origin;
  return (
    <EmptyState icon={<ArrowLeftRight />} title="Point a program here and its requests appear">
      <ScrollText
        mono
        label="How to point a program here"
        className="text-left"
        text={`ANTHROPIC_BASE_URL=${here} claude\nOPENAI_BASE_URL=${here}/v1 my-app\nGOOGLE_GEMINI_BASE_URL=${here} gemini`}
      />
    </EmptyState>
  );
}
