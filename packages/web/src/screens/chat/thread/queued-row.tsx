import { useQueryClient } from '@tanstack/react-query';
import type { QueuedMessage } from '@tenfold/contract';
import { Clock, TriangleAlert } from 'lucide-react';
import { useTakeBack } from '../../../queries/queue.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast, toastProblem } from '../../../ui/toast.tsx';
import { changeDraft, withWords } from '../composer/draft.ts';
import { dismiss } from '../turn/live-turns.ts';
import { send } from '../turn/send-turn.ts';
import { saidParts } from './live-marks.tsx';
import { MessageParts } from './message-parts.tsx';
import { MessageRow } from './message-row.tsx';

/** A message that waits in line on the server, or was left there when it ended: it can be sent, written anew or taken back. */
export function QueuedRow({ session, message }: { session: string; message: QueuedMessage }) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useTakeBack(session);
  const takeBack = async () => {
    await mutateAsync(message.id);
    // This tab may have sent it, and waits for its answer.
    if (message.idempotencyKey !== null) dismiss(session, message.idempotencyKey);
  };
  const left = message.state === 'left';
  const edit = () =>
    takeBack().then(() => {
      changeDraft(session, (draft) => withWords(draft, message.text));
      if (message.attachments.length > 0)
        toast('The words are back in the field', { description: `Attach ${named(message)} again before sending.` });
    }, toastProblem);
  // The key makes it safe: what is stored already is not stored twice.
  const sendNow = () =>
    takeBack().then(() => send(client, session, { text: message.text }, message.idempotencyKey ?? undefined), toastProblem);
  return (
    <MessageRow
      speaker="user"
      coming
      marks={
        <Badge tone="warning">
          {left ? <TriangleAlert aria-hidden="true" /> : <Clock aria-hidden="true" />}
          {left ? 'Not sent: Tenfold ended before its turn came' : 'Queued: after the answer before it'}
        </Badge>
      }
      below={
        <>
          {left && message.attachments.length === 0 && (
            <Button small kind="primary" label="Send now" disabled={isPending} onClick={() => void sendNow()} />
          )}
          <Button small label="Edit" disabled={isPending} onClick={() => void edit()} />
          <Button
            small
            kind="quiet"
            label={left ? 'Discard' : 'Take back'}
            disabled={isPending}
            onClick={() => void takeBack().then(() => toast('Taken back; it was not sent'), toastProblem)}
          />
        </>
      }
    >
      <MessageParts plain parts={saidParts(message.text, message.attachments)} />
    </MessageRow>
  );
}

function named({ attachments }: QueuedMessage): string {
  return attachments.map(({ name }) => name).join(', ');
}
