import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Entry } from '@tenfold/contract';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { changeDraft, withWords } from '../composer/draft.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { dismiss, waitsForChoice } from '../turn/live-turns.ts';
import { goOn, sendAgain } from '../turn/send-turn.ts';
import { useThread } from './in-thread.ts';

/** A turn that was refused or broke: why, what was kept, and every way on. The text is never lost. */
export function RefusedRow({ turn, question }: { turn: LiveTurn; question: Entry | undefined }) {
  const thread = useThread();
  const { session } = thread;
  const client = useQueryClient();
  const { problem, answering, saying, key } = turn;
  const full = waitsForChoice(turn);
  const again = (overflow?: 'retry' | 'truncate' | 'send-anyway') => sendAgain(client, session, turn, overflow);
  const edit = () => {
    if (!answering.stored) changeDraft(session, (draft) => withWords(draft, saying.text));
    else if (question !== undefined) thread.edit(question);
    dismiss(session, key);
  };
  return (
    <div className="mx-auto max-w-3xl px-4 py-2 md:px-6">
      <ProblemNotice
        error={problem}
        actions={
          <>
            <Button small kind="primary" label="Retry" onClick={() => again(full ? 'retry' : undefined)} />
            {full && (
              <>
                <Button
                  small
                  label="Truncate"
                  onClick={() => again('truncate')}
                  title="Shortens old results mechanically; can be undone"
                />
                <Button
                  small
                  kind="danger"
                  label="Continue at my own risk"
                  onClick={() => again('send-anyway')}
                  title="Sends the whole context as it is; the model may refuse it"
                />
              </>
            )}
            {answering.told && <Button small label="Continue" onClick={() => goOn(client, session)} />}
            {problem?.facts.kind === 'refused' && (
              <Link
                to="/settings/$section"
                params={{ section: 'profiles' }}
                className="inline-flex min-h-7 items-center rounded-md border border-line bg-surface px-2.5 font-medium text-xs hover:bg-sunken"
              >
                Open its profile
              </Link>
            )}
            {(!answering.stored || question !== undefined) && <Button small label="Edit" onClick={edit} />}
            <Button small kind="quiet" label="Dismiss" onClick={() => dismiss(session, key)} />
          </>
        }
      />
    </div>
  );
}
