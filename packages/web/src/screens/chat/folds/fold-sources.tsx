import type { Entry, FoldView } from '@tenfold/contract';
import { type Provenance, provenance } from '@tenfold/core';
import { useEffect, useMemo } from 'react';
import { useOriginal } from '../../../queries/folding.ts';
import { lightUp } from '../../../state/lit-messages.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { Button } from '../../../ui/button.tsx';
import { partText } from '../../../ui/entry-text.ts';
import { Fetching } from '../../../ui/fetching.tsx';
import { joined } from '../../../ui/joined.ts';
import { inOneLine } from '../thread/in-one-line.ts';
import { useThread } from '../thread/in-thread.ts';

/** Sentence by sentence, which messages a summary comes from; what none of them says is underlined. */
export function FoldSources({ fold }: { fold: FoldView }) {
  const session = useSessionId();
  const original = useOriginal(fold.id);
  const { data } = original;
  const sentences = useMemo(() => (data === undefined ? [] : provenance(fold.text, data.map(sourceOf))), [data, fold.text]);
  useEffect(() => () => lightUp(session, []), [session]);
  if (data === undefined) return <Fetching of={original} label="Loading the original messages…" />;
  if (fold.kind !== 'summary') return <p className="text-ink-soft text-sm">It was shortened without a summary; see the diff.</p>;
  const unsupported = sentences.filter(({ supported }) => !supported).length;
  const cited = new Set(sentences.flatMap(({ sources }) => sources));
  const uncited = data.filter((entry) => !cited.has(entry.id) && sourceOf(entry).text.trim() !== '');
  return (
    <article className="rounded-lg border border-line bg-surface p-3">
      <header className="mb-2 text-ink-faint text-xs">
        Messages {fold.from + 1}–{fold.to + 1}, compared by their words.{' '}
        {unsupported === 0
          ? 'Every sentence has a source.'
          : `${unsupported} of ${sentences.length} sentences have none and are underlined.`}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <ul className="grid max-h-96 content-start gap-0.5 overflow-y-auto text-sm">
          {sentences.map((sentence) => (
            <Sentence key={sentence.start} sentence={sentence} entries={data} />
          ))}
        </ul>
        <Uncited entries={uncited} />
      </div>
    </article>
  );
}

/** Messages that no sentence of the summary comes from. */
function Uncited({ entries }: { entries: readonly Entry[] }) {
  const session = useSessionId();
  const { jump } = useThread();
  return (
    <aside aria-label="Not in the summary" className="border-line text-xs max-lg:border-t max-lg:pt-2 lg:border-l lg:pl-3">
      <h4 className="mb-1 font-medium text-ink-soft">
        {entries.length === 0 ? 'Every message has its part' : `Not in the summary (${entries.length})`}
      </h4>
      <ul className="grid max-h-80 content-start gap-0.5 overflow-y-auto">
        {entries.slice(0, MAX_UNCITED).map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="w-full truncate rounded-md px-1 py-1 text-left text-ink-soft hover:bg-sunken"
              aria-label={`Show message ${entry.position + 1}`}
              onPointerEnter={() => lightUp(session, [entry.position])}
              onPointerLeave={() => lightUp(session, [])}
              onClick={() => jump(entry.position)}
            >
              <span className="text-ink-faint tabular-nums">#{entry.position + 1}</span> {inOneLine(sourceOf(entry).text)}
            </button>
          </li>
        ))}
      </ul>
      {entries.length > MAX_UNCITED && <p className="text-ink-faint">… and {entries.length - MAX_UNCITED} more.</p>}
    </aside>
  );
}

/** Messages named in the margin. */
const MAX_UNCITED = 60;

function Sentence({ sentence, entries }: { sentence: Provenance; entries: readonly Entry[] }) {
  const session = useSessionId();
  const { jump } = useThread();
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
          'min-w-0 flex-1 basis-64',
          !sentence.supported && 'underline decoration-warning decoration-wavy underline-offset-4',
        )}
      >
        {sentence.text.replace(/^[-*+\s]+/, '')}
      </span>
      <span className="flex shrink-0 gap-1">
        {from.map((entry) => (
          <Button
            small
            kind="quiet"
            label={`#${entry.position + 1}`}
            key={entry.id}
            title={inOneLine(sourceOf(entry).text)}
            aria-label={`Show message ${entry.position + 1}`}
            onClick={() => jump(entry.position)}
            className="tabular-nums"
          />
        ))}
        {from.length === 0 && <span className="text-warning text-xs">not in the messages</span>}
      </span>
    </li>
  );
}

function sourceOf({ id, parts }: Entry): { id: string; text: string } {
  return { id, text: parts.map(partText).join('\n') };
}
