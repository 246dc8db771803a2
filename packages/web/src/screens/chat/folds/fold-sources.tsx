import type { Entry, FoldView } from '@tenfold/contract';
import { type Provenance, provenance } from '@tenfold/core';
import { useEffect, useMemo } from 'react';
import { useOriginal } from '../../../queries/folding.ts';
import { lightUp } from '../../../state/lit-messages.ts';
import { Button } from '../../../ui/button.tsx';
import { partText } from '../../../ui/entry-text.ts';
import { joined } from '../../../ui/joined.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { inOneLine } from '../thread/in-one-line.ts';
import { useJumpTo } from '../thread/jump-to.ts';

/** Sentence by sentence, which messages a summary comes from; what none of them says is underlined. */
export function FoldSources({ session, fold }: { session: string; fold: FoldView }) {
  const { data, error } = useOriginal(session, fold.id);
  const told = useMemo(() => (data === undefined ? [] : provenance(fold.text, data.map(sourceOf))), [data, fold.text]);
  useEffect(() => () => lightUp(session, []), [session]);
  if (error !== null) return <ProblemNotice error={error} />;
  if (data === undefined) return <Spinner label="Loading the original messages…" />;
  if (fold.kind !== 'summary') return <p className="text-ink-soft text-sm">It was shortened without a summary; see the diff.</p>;
  const unsaid = told.filter(({ supported }) => !supported).length;
  return (
    <article className="rounded-lg border border-line bg-surface p-3">
      <header className="mb-2 text-ink-faint text-xs">
        Messages {fold.from + 1}–{fold.to + 1}, compared by their words.{' '}
        {unsaid === 0 ? 'Every sentence has a source.' : `${unsaid} of ${told.length} sentences have none and are underlined.`}
      </header>
      <ul className="grid max-h-96 gap-0.5 overflow-y-auto text-sm">
        {told.map((sentence) => (
          <Sentence key={sentence.start} session={session} sentence={sentence} entries={data} />
        ))}
      </ul>
    </article>
  );
}

function Sentence({ session, sentence, entries }: { session: string; sentence: Provenance; entries: readonly Entry[] }) {
  const jump = useJumpTo();
  const from = sentence.sources.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const light = () =>
    lightUp(
      session,
      from.map(({ position }) => position),
    );
  return (
    <li
      onPointerEnter={light}
      onPointerLeave={() => lightUp(session, [])}
      onFocus={light}
      onBlur={() => lightUp(session, [])}
      className="flex flex-wrap items-baseline justify-between gap-x-3 rounded-md px-1.5 py-1 hover:bg-sunken"
    >
      <span
        dir="auto"
        className={joined(
          'min-w-0 flex-1 basis-64 break-words',
          !sentence.supported && 'underline decoration-warning decoration-wavy underline-offset-4',
        )}
      >
        {sentence.text.replace(/^[-*+\s]+/, '')}
      </span>
      <span className="flex shrink-0 gap-1">
        {from.map((entry) => (
          <Button
            key={entry.id}
            small
            kind="quiet"
            title={inOneLine(sourceOf(entry).text)}
            aria-label={`Show message ${entry.position + 1}`}
            onClick={() => jump(entry.position)}
            className="tabular-nums"
          >
            #{entry.position + 1}
          </Button>
        ))}
        {from.length === 0 && <span className="text-warning text-xs">not in the messages</span>}
      </span>
    </li>
  );
}

function sourceOf({ id, parts }: Entry): { id: string; text: string } {
  return { id, text: parts.map(partText).join('\n') };
}
