import type { FoldView, Run } from '@tenfold/contract';
import { Star, X } from 'lucide-react';
import { useFolds, useRate } from '../../../queries/folding.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { dividerFacts } from './divider-words.ts';
import { FoldSources } from './fold-sources.tsx';
import { FoldDiff, FoldEdit, FoldText } from './fold-texts.tsx';
import { KeptFacts } from './kept-facts.tsx';

/** What can be looked into. */
export type DividerSection = 'kept' | 'summary' | 'edit' | 'sources' | 'diff' | 'report';

/** Most folds shown one by one; a lossless run may have hundreds. */
const MAX_SHOWN = 20;

const SHOWN = { summary: FoldText, edit: FoldEdit, sources: FoldSources, diff: FoldDiff } as const;

const TABS = [
  ['kept', 'What was kept'],
  ['summary', 'Summary'],
  ['sources', 'Sources'],
  ['diff', 'Diff'],
  ['report', 'Report'],
] as const;

/** What a run kept, what stands in, the difference, or the report. */
export function DividerDetails({
  session,
  run,
  section,
  onSection,
}: {
  session: string;
  run: Run;
  section: DividerSection;
  onSection: (section: DividerSection | null) => void;
}) {
  const shown = section === 'edit' ? 'summary' : section;
  return (
    <>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <Tabs
            label="About this condensation"
            tabs={TABS.map(([value, label]) => ({
              value,
              label,
              content: shown === value ? <Section {...{ session, run, section }} /> : null,
            }))}
            value={shown}
            onChange={(next) => onSection(next as DividerSection)}
          />
        </div>
        <IconButton label="Close" icon={<X />} onClick={() => onSection(null)} />
      </div>
      <div className="mt-2 flex items-center gap-2 text-ink-soft text-xs">
        Rate it
        <Rating session={session} run={run.id} rating={run.rating} />
      </div>
    </>
  );
}

function Section({ session, run, section }: { session: string; run: Run; section: DividerSection }) {
  if (section === 'kept') return <KeptFacts session={session} run={run} />;
  if (section === 'report')
    return (
      <>
        <pre className="whitespace-pre-wrap font-mono text-xs leading-relaxed">{run.text}</pre>
        <p className="mt-2 text-ink-soft text-xs tabular-nums">{dividerFacts(run).join(' · ')}</p>
      </>
    );
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

/** How good a summary is, from 1 to 5. */
function Rating({ session, run, rating }: { session: string; run: string; rating: number | null }) {
  const rate = useRate(session);
  return (
    <fieldset className="inline-flex items-center">
      <legend className="sr-only">Rate this summary</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <button
          key={stars}
          type="button"
          aria-label={`${stars} of 5`}
          aria-pressed={rating === stars}
          title={`Rate ${stars} of 5`}
          disabled={rate.isPending}
          onClick={() => rate.mutate({ run, rating: stars }, { onError: toastProblem })}
          className="inline-flex size-6 items-center justify-center rounded text-ink-faint hover:text-warning"
        >
          <Star
            className={joined('size-3.5', rating !== null && stars <= rating && 'fill-current text-warning')}
            aria-hidden="true"
          />
        </button>
      ))}
    </fieldset>
  );
}
