import { useQueryClient } from '@tanstack/react-query';
import type { QueuedMessage } from '@tenfold/contract';
import { Clock, TriangleAlert } from 'lucide-react';
import { useTakeBack } from '../../../queries/queue.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast, toastProblem } from '../../../ui/toast.tsx';
import { changeDraft, withWords } from '../composer/draft.ts';
import { send } from '../turn/send-turn.ts';
import { SaidFrame } from './live-row.tsx';

/** A message that waits in line on the server, or was left there when it ended: it can be sent, written anew or taken back. */
export function QueuedRow({ session, message }: { session: string; message: QueuedMessage }) {
  const client = useQueryClient();
  const { mutateAsync: takeBack, isPending } = useTakeBack(session);
  const left = message.state === 'left';
  const edit = () =>
    takeBack(message.id).then(() => {
      changeDraft(session, (draft) => withWords(draft, message.text));
      if (message.attachments.length > 0)
        toast('The words are back in the field', { description: `Attach ${named(message)} again before sending.` });
    }, toastProblem);
  // The key makes it safe: what is stored already is not stored twice.
  const sendNow = () =>
    takeBack(message.id).then(
      () => send(client, session, { text: message.text }, message.idempotencyKey ?? undefined),
      toastProblem,
    );
  return (
    <SaidFrame
      text={message.text}
      files={message.attachments.map(({ name }) => name)}
      badge={
        <Badge tone="warning">
          {left ? <TriangleAlert aria-hidden="true" /> : <Clock aria-hidden="true" />}
          {left ? 'Not sent: Tenfold ended before its turn came' : 'Queued: after the answer before it'}
        </Badge>
      }
    >
      {left && message.attachments.length === 0 && (
        <Button small kind="primary" disabled={isPending} onClick={() => void sendNow()}>
          Send now
        </Button>
      )}
      <Button small disabled={isPending} onClick={() => void edit()}>
        Edit
      </Button>
      <Button
        small
        kind="quiet"
        disabled={isPending}
        onClick={() => void takeBack(message.id).then(() => toast('Taken back; it was not sent'), toastProblem)}
      >
        {left ? 'Discard' : 'Take back'}
      </Button>
    </SaidFrame>
  );
}

function named({ attachments }: QueuedMessage): string {
  return attachments.map(({ name }) => name).join(', ');
}
