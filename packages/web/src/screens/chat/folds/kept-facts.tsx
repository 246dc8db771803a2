import type { FactsOfKind, Run } from '@tenfold/contract';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFacts } from '../../../queries/folding.ts';
import { joined } from '../../../ui/joined.ts';
import { kindName } from '../../../ui/kind-name.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { barTone, textTone } from './kept-tone.ts';
import { LostFacts } from './lost-facts.tsx';

/** Facts found in what was condensed, by kind: how many can still be read, and, opened, which cannot. */
export function KeptFacts({ session, run }: { session: string; run: Run }) {
  const { data, error } = useFacts(session, run.id, run.active);
  if (error !== null) return <ProblemNotice error={error} />;
  if (run.active && data === undefined) return <Spinner label="Looking for what was lost…" />;
  const kinds = data ?? scored(run);
  if (kinds.length === 0) return <p className="text-ink-soft text-sm">No facts to keep were found in what was condensed.</p>;
  return (
    <ul aria-label="Facts kept and lost by kind" className="grid max-w-xl gap-1 text-sm tabular-nums">
      {kinds.map((facts) => (
        <Kind key={facts.kind} session={session} run={run} facts={facts} />
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

function Kind({ session, run, facts }: { session: string; run: Run; facts: FactsOfKind }) {
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
      {open && <LostFacts session={session} run={run} facts={facts} />}
    </li>
  );
}
