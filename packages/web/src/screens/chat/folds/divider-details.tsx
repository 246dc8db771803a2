import type { FoldView, Run } from '@tenfold/contract';
import { useFolds } from '../../../queries/folding.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { FoldSources } from './fold-sources.tsx';
import { FoldDiff, FoldEdit, FoldText } from './fold-texts.tsx';
import { KeptFacts } from './kept-facts.tsx';

/** What can be looked into. */
export type DividerSection = 'kept' | 'summary' | 'edit' | 'sources' | 'diff' | 'report';

/** Most folds shown one by one; a lossless run may have hundreds. */
const MAX_SHOWN = 20;

const SHOWN = { summary: FoldText, edit: FoldEdit, sources: FoldSources, diff: FoldDiff } as const;

/** What a run kept, what stands in, the difference, or the report. */
export function DividerDetails({ session, run, section }: { session: string; run: Run; section: DividerSection }) {
  if (section === 'kept') return <KeptFacts session={session} run={run} />;
  if (section === 'report') return <pre className="whitespace-pre-wrap font-mono text-xs leading-relaxed">{run.text}</pre>;
  return <Folds key={section} session={session} run={run.id} show={SHOWN[section]} />;
}

function Folds({
  session,
  run,
  show: Show,
}: {
  session: string;
  run: string;
  show: (given: { session: string; fold: FoldView }) => React.ReactNode;
}) {
  const { data } = useFolds(session);
  if (data === undefined) return <Spinner label="Fetching…" />;
  const folds = data.filter((fold) => fold.run === run && fold.text !== '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {folds.slice(0, MAX_SHOWN).map((fold) => (
        <Show key={fold.id} session={session} fold={fold} />
      ))}
      {folds.length > MAX_SHOWN && <p className="text-ink-faint text-sm">… and {folds.length - MAX_SHOWN} more.</p>}
    </div>
  );
}
