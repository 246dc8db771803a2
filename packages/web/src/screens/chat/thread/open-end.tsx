import { useQueryClient } from '@tanstack/react-query';
import type { Entry } from '@tenfold/contract';
import { CornerDownRight } from 'lucide-react';
import { useSessionId } from '../../../state/session-id.ts';
import { Button } from '../../../ui/button.tsx';
import { goOn, send } from '../turn/send-turn.ts';
import type { Fork } from './forks.ts';
import { useThread } from './in-thread.ts';

/** Whether a conversation that ends with this message waits for an answer, or for the rest of one. */
export function isOpenEnd(entry: Entry): boolean {
  return entry.role === 'user' || entry.aborted === true || isBlank(entry);
}

/** An answer without words, files or calls. */
function isBlank({ role, parts }: Entry): boolean {
  const isBlank = (part: Entry['parts'][number]) =>
    part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === '');
  return role === 'assistant' && parts.every(isBlank);
}

/** Under a last message that nobody has answered, or an answer that was stopped or broke off: how to go on. */
export function OpenEnd({ entry, ahead }: { entry: Entry; ahead: Fork | undefined }) {
  const session = useSessionId();
  const { regenerate, step } = useThread();
  const client = useQueryClient();
  return (
    <div className="flex flex-wrap items-center gap-2 text-ink-soft text-xs">
      <CornerDownRight className="size-4" aria-hidden="true" />
      {entry.role === 'user' ? (
        <>
          Not answered yet.
          <Button small label="Answer it" onClick={() => send(client, session, { text: '', regenerate: true })} />
          {ahead?.shown === -1 && (
            <Button small kind="quiet" label="Show the answer it had" disabled={step === null} onClick={() => step?.(ahead, 1)} />
          )}
        </>
      ) : (
        <>
          {entry.aborted ? 'This answer ends early.' : 'The model gave an empty answer.'}
          {entry.aborted && <Button small label="Continue" onClick={() => goOn(client, session)} />}
          <Button small kind="quiet" label="Answer again" onClick={() => regenerate(entry)} />
        </>
      )}
    </div>
  );
}
