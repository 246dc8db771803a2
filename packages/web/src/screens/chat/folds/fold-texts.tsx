import type { FoldView } from '@tenfold/contract';
import { lazy, Suspense, useState } from 'react';
import { Markdown } from '../../../markdown/markdown.tsx';
import { useEditFold, useOriginal } from '../../../queries/folding.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { originalText } from '../../../ui/entry-text.ts';
import { whole } from '../../../ui/figures.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FoldSources } from './fold-sources.tsx';

const TextDiff = lazy(async () => ({ default: (await import('../../../ui/text-diff.tsx')).TextDiff }));

/** The text that stands in for what was folded; a summary can be written differently. */
export function FoldText({ session, fold, editing = false }: { session: string; fold: FoldView; editing?: boolean }) {
  const editable = fold.kind === 'summary' && fold.active && !fold.covered;
  const [text, setText] = useState<string | null>(editing && editable ? fold.text : null);
  const edit = useEditFold(session);
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
export function FoldEdit({ session, fold }: { session: string; fold: FoldView }) {
  return <FoldText session={session} fold={fold} editing />;
}

/** What was folded against what stands for it: a summary sentence by sentence with its sources, anything else line by line. */
export function FoldDiff({ session, fold }: { session: string; fold: FoldView }) {
  const [byLine, setByLine] = useState(fold.kind !== 'summary');
  if (!byLine)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <FoldSources session={session} fold={fold} />
        <Button small kind="quiet" label="Compare line by line" className="justify-self-start" onClick={() => setByLine(true)} />
      </div>
    );
  return <LineDiff session={session} fold={fold} />;
}

function LineDiff({ session, fold }: { session: string; fold: FoldView }) {
  const { data, error } = useOriginal(session, fold.id);
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Spinner label="Loading the original messages…" />;
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
