import type { FactsOfKind, Run } from '@tenfold/contract';
import { ChevronDown, ChevronRight, Lock } from 'lucide-react';
import { useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { SHOWS_PROBLEM } from '../../../queries/fetched.ts';
import { useFacts, useProtect, useRegenerate } from '../../../queries/folding.ts';
import { Button } from '../../../ui/button.tsx';
import { joined } from '../../../ui/joined.ts';
import { kindName } from '../../../ui/names.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useThread } from '../thread/in-thread.ts';
import { barTone, textTone } from './kept-tone.ts';

/** Facts found in what was condensed, by kind: how many can still be read, and, opened, which cannot. */
export function KeptFacts({ run }: { run: Run }) {
  const { data, error } = useFacts(run.id, run.active);
  if (error !== null) return <ProblemNotice error={error} />;
  if (run.active && data === undefined) return <Spinner label="Looking for what was lost…" />;
  const kinds = data ?? scored(run);
  if (kinds.length === 0) return <p className="text-ink-soft text-sm">No facts to keep were found in what was condensed.</p>;
  return (
    <ul aria-label="Facts kept and lost by kind" className="grid max-w-xl gap-1 text-sm tabular-nums">
      {kinds.map((facts) => (
        <Kind key={facts.kind} run={run} facts={facts} />
      ))}
    </ul>
  );
}

/** What was counted when it was condensed: of a run that is undone, nothing is lost. */
function scored({ evidence }: Run): readonly FactsOfKind[] {
  return Object.entries(evidence ?? {}).flatMap(([kind, score]) =>
    score === undefined || score.found === 0 ? [] : [{ kind, ...score, lost: [] }],
  );
}

function Kind({ run, facts }: { run: Run; facts: FactsOfKind }) {
  const [open, setOpen] = useState(false);
  const { kind, found, kept, lost } = facts;
  const share = kept / found;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        disabled={lost.length === 0}
        aria-expanded={lost.length === 0 ? undefined : open}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-1 text-left enabled:hover:bg-sunken"
      >
        <Chevron className={joined('size-4 shrink-0 text-ink-faint', lost.length === 0 && 'invisible')} aria-hidden="true" />
        <span className="min-w-28 flex-1">{kindName(kind)}</span>
        <span>
          {kept} of {found} kept
          {kept < found && <span className={joined('ml-1 font-medium', textTone(share))}>· {found - kept} lost</span>}
        </span>
        <span aria-hidden="true" className="block h-1.5 w-24 overflow-hidden rounded-full bg-line max-sm:hidden">
          <span className={joined('block h-full', barTone(share))} style={{ width: `${100 * share}%` }} />
        </span>
      </button>
      {open && <LostFacts run={run} facts={facts} />}
    </li>
  );
}

type Lost = FactsOfKind['lost'][number];

/** Facts that can no longer be read, each with the message that says it and a way to keep that message. */
function LostFacts({ run, facts }: { run: Run; facts: FactsOfKind }) {
  const more = facts.found - facts.kept - facts.lost.length;
  return (
    <ul className="mb-2 ml-6 grid gap-1 border-line border-l pl-3">
      {facts.lost.map((fact) => (
        <LostFact key={`${fact.position} ${fact.text}`} run={run} fact={fact} />
      ))}
      {more > 0 && <li className="text-ink-faint text-xs">… and {more} more.</li>}
    </ul>
  );
}

function LostFact({ run, fact }: { run: Run; fact: Lost }) {
  const { jump } = useThread();
  const keep = useKeepMessage(run);
  const [held, setHeld] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span dir="auto" title={fact.text} className="line-clamp-3 min-w-0 flex-1 basis-48">
        {fact.text}
      </span>
      <Button
        small
        kind="quiet"
        label={`#${fact.position + 1}`}
        aria-label={`Show message ${fact.position + 1}`}
        onClick={() => jump(fact.position)}
      />
      <Button
        small
        icon={<Lock />}
        label={held ? 'Protected' : 'Protect and redo'}
        disabled={held || keep.isPending}
        onClick={() => void keep.run(fact).then((done) => setHeld(done))}
      />
    </li>
  );
}

/** Protects a message, which brings it back into the context, and has the summary around it written again. */
function useKeepMessage(run: Run) {
  const { mutateAsync: protect, isPending } = useProtect();
  const { mutateAsync: regenerate, isPending: isRedoing } = useRegenerate(SHOWS_PROBLEM);
  return {
    isPending: isPending || isRedoing,
    async run({ entry, position }: Lost): Promise<boolean> {
      const summary = run.folds.find(({ kind, from, to }) => kind === 'summary' && from <= position && position <= to);
      try {
        await protect({ entry: { id: entry }, value: true });
      } catch {
        return false;
      }
      const back = `Message ${position + 1} is protected and in the context again.`;
      if (summary === undefined) {
        toast(back);
        return true;
      }
      await regenerate(summary.id).then(
        () => toast(back, { description: 'The summary around it is being written again.' }),
        (error: unknown) => {
          const reason = error instanceof Problem ? error.message : 'Regenerate can be tried later.';
          toast(back, { description: `The summary stays as it is for now. ${reason}` });
        },
      );
      return true;
    },
  };
}
