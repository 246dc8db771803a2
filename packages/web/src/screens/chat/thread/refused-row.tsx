import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { changeDraft, withWords } from '../composer/draft.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { dismiss, waitsForChoice } from '../turn/live-turns.ts';
import { sendAgain } from '../turn/send-turn.ts';

/** A turn that was refused or broke: why, what was kept, and every way on. The text is never lost. */
export function RefusedRow({ session, turn }: { session: string; turn: LiveTurn }) {
  const client = useQueryClient();
  const { problem, answering, saying } = turn;
  const full = waitsForChoice(turn);
  const again = (overflow?: 'retry' | 'truncate' | 'send-anyway') => sendAgain(client, session, turn, overflow);
  return (
    <div className="mx-auto max-w-3xl px-4 py-2 md:px-6">
      <ProblemNotice
        error={problem}
        actions={
          <>
            <Button small kind="primary" onClick={() => again(full ? 'retry' : undefined)}>
              Retry
            </Button>
            {full && (
              <>
                <Button small onClick={() => again('truncate')} title="Shortens old results mechanically; can be undone">
                  Truncate
                </Button>
                <Button
                  small
                  kind="danger"
                  onClick={() => again('send-anyway')}
                  title="Sends the whole context as it is; the model may refuse it"
                >
                  Continue at my own risk
                </Button>
              </>
            )}
            {!answering.stored && saying.regenerate === undefined && (
              <Button
                small
                onClick={() => {
                  changeDraft(session, (draft) => withWords(draft, saying.text));
                  dismiss(session, turn.key);
                }}
              >
                Edit
              </Button>
            )}
            <Button small kind="quiet" onClick={() => dismiss(session, turn.key)}>
              Dismiss
            </Button>
          </>
        }
      />
    </div>
  );
}
