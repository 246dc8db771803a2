import type { FoldView, Run } from '@tenfold/contract';
import { Star, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Markdown } from '../../../markdown/markdown.tsx';
import { useEditFold, useFolds, useOriginal, useRate } from '../../../queries/folding.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { originalText } from '../../../ui/entry-text.ts';
import { Fetching } from '../../../ui/fetching.tsx';
import { whole } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { dividerFacts } from './divider-words.ts';
import { FoldSources } from './fold-sources.tsx';
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
  run,
  section,
  onSection,
}: {
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
              content: shown === value ? <Section run={run} section={section} /> : null,
            }))}
            value={shown}
            onChange={(next) => onSection(next as DividerSection)}
          />
        </div>
        <IconButton label="Close" icon={<X />} onClick={() => onSection(null)} />
      </div>
      <div className="mt-2 flex items-center gap-2 text-ink-soft text-xs">
        Rate it
        <Rating run={run.id} rating={run.rating} />
      </div>
    </>
  );
}

function Section({ run, section }: { run: Run; section: DividerSection }) {
  if (section === 'kept') return <KeptFacts run={run} />;
  if (section === 'report')
    return (
      <>
        <pre className="whitespace-pre-wrap font-mono text-xs leading-relaxed">{run.text}</pre>
        <p className="mt-2 text-ink-soft text-xs tabular-nums">{dividerFacts(run).join(' · ')}</p>
      </>
    );
  return <Folds key={section} run={run.id} show={SHOWN[section]} />;
}

function Folds({ run, show: Show }: { run: string; show: (given: { fold: FoldView }) => React.ReactNode }) {
  const { data } = useFolds();
  if (data === undefined) return <Spinner label="Fetching…" />;
  const folds = data.filter((fold) => fold.run === run && fold.text !== '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {folds.slice(0, MAX_SHOWN).map((fold) => (
        <Show key={fold.id} fold={fold} />
      ))}
      {folds.length > MAX_SHOWN && <p className="text-ink-faint text-sm">… and {folds.length - MAX_SHOWN} more.</p>}
    </div>
  );
}

/** How good a summary is, from 1 to 5. */
function Rating({ run, rating }: { run: string; rating: number | null }) {
  const rate = useRate(run);
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
          onClick={() => rate.mutate(stars)}
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

const TextDiff = lazy(async () => ({ default: (await import('../../../ui/text-diff.tsx')).TextDiff }));

/** The text that stands in for what was folded; a summary can be written differently. */
function FoldText({ fold, editing = false }: { fold: FoldView; editing?: boolean }) {
  const editable = fold.kind === 'summary' && fold.active && !fold.covered;
  const [text, setText] = useState<string | null>(editing && editable ? fold.text : null);
  const edit = useEditFold();
  const save = () =>
    edit.mutate(
      { fold: fold.id, text: text ?? '' },
      {
        onSuccess: ({ fold: { before, after } }) => {
          setText(null);
          toast('Summary saved', { description: `${whole(before)} → ${whole(after)} tokens. The earlier text is kept.` });
        },
      },
    );
  return (
    <article className="rounded-lg border border-line bg-surface p-3">
      <header className="mb-1 flex flex-wrap items-center gap-2 text-ink-faint text-xs">
        <span className="flex-1">
          Messages {fold.from + 1}–{fold.to + 1} · {fold.kind} · {whole(fold.before)} → {whole(fold.after)} tokens
        </span>
        {fold.edited && <Badge>edited</Badge>}
        {editable && text === null && <Button small kind="quiet" label="Edit" onClick={() => setText(fold.text)} />}
      </header>
      {text === null ? (
        fold.kind === 'summary' ? (
          <div className="max-h-96 overflow-y-auto text-sm">
            <Markdown text={fold.text} />
          </div>
        ) : (
          <ScrollText text={fold.text} label="Stand-in" mono />
        )
      ) : (
        <div className="grid gap-2">
          <TextArea label="Summary" rows={12} value={text} onChange={setText} />
          {edit.isError && <ProblemNotice error={edit.error} />}
          <div className="flex justify-end gap-2">
            <Button small label="Cancel" onClick={() => setText(null)} />
            <Button small kind="primary" label="Save" disabled={edit.isPending || text.trim() === ''} onClick={save} />
          </div>
        </div>
      )}
    </article>
  );
}

/** The same, open to be written differently. */
function FoldEdit({ fold }: { fold: FoldView }) {
  return <FoldText fold={fold} editing />;
}

/** What was folded against what stands for it: a summary sentence by sentence with its sources, anything else line by line. */
function FoldDiff({ fold }: { fold: FoldView }) {
  const [byLine, setByLine] = useState(fold.kind !== 'summary');
  if (!byLine)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <FoldSources fold={fold} />
        <Button small kind="quiet" label="Compare line by line" className="justify-self-start" onClick={() => setByLine(true)} />
      </div>
    );
  return <LineDiff fold={fold} />;
}

function LineDiff({ fold }: { fold: FoldView }) {
  const original = useOriginal(fold.id);
  const { data } = original;
  if (data === undefined) return <Fetching of={original} label="Loading the original messages…" />;
  return (
    <Suspense fallback={<Spinner />}>
      <TextDiff
        before={originalText(data, fold.target.kind === 'part' ? fold.target.index : null)}
        after={fold.text}
        label={`Messages ${fold.from + 1} to ${fold.to + 1}: before and after`}
      />
    </Suspense>
  );
}
