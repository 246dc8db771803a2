import type { FactsOfKind, Run } from '@tenfold/contract';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { useRegenerate } from '../../../queries/folding.ts';
import { useProtect } from '../../../queries/session.ts';
import { Button } from '../../../ui/button.tsx';
import { toast, toastProblem } from '../../../ui/toast.tsx';
import { useThread } from '../thread/in-thread.ts';

type Lost = FactsOfKind['lost'][number];

/** Facts that can no longer be read, each with the message that says it and a way to keep that message. */
export function LostFacts({ session, run, facts }: { session: string; run: Run; facts: FactsOfKind }) {
  const more = facts.found - facts.kept - facts.lost.length;
  return (
    <ul className="mb-2 ml-6 grid gap-1 border-line border-l pl-3">
      {facts.lost.map((fact) => (
        <LostFact key={`${fact.position} ${fact.text}`} session={session} run={run} fact={fact} />
      ))}
      {more > 0 && <li className="text-ink-faint text-xs">… and {more} more.</li>}
    </ul>
  );
}

function LostFact({ session, run, fact }: { session: string; run: Run; fact: Lost }) {
  const { jump } = useThread();
  const keep = useKeepMessage(session, run);
  const [held, setHeld] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span dir="auto" title={fact.text} className="line-clamp-3 min-w-0 flex-1 basis-48 break-words">
        {fact.text}
      </span>
      <Button small kind="quiet" aria-label={`Show message ${fact.position + 1}`} onClick={() => jump(fact.position)}>
        #{fact.position + 1}
      </Button>
      <Button small disabled={held || keep.isPending} onClick={() => void keep.run(fact).then((done) => setHeld(done))}>
        <Lock className="size-3.5" aria-hidden="true" />
        {held ? 'Protected' : 'Protect and redo'}
      </Button>
    </li>
  );
}

/** Protects a message, which brings it back into the context, and has the summary around it written again. */
function useKeepMessage(session: string, run: Run) {
  const { mutateAsync: protect, isPending } = useProtect(session);
  const { mutateAsync: regenerate, isPending: isRedoing } = useRegenerate(session);
  return {
    isPending: isPending || isRedoing,
    async run({ entry, position }: Lost): Promise<boolean> {
      const summary = run.folds.find(({ kind, from, to }) => kind === 'summary' && from <= position && position <= to);
      try {
        await protect({ entry: { id: entry }, value: true });
      } catch (error) {
        toastProblem(error);
        return false;
      }
      const back = `Message ${position + 1} is protected and in the context again.`;
      if (summary === undefined) {
        toast(back);
        return true;
      }
      await regenerate({ fold: summary.id }).then(
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
