import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Entry, QueuedMessage } from '@tenfold/contract';
import type { Attachment, Part } from '@tenfold/core';
import { Clock, TriangleAlert } from 'lucide-react';
import { useTakeBack } from '../../../queries/queue.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast, toastProblem } from '../../../ui/toast.tsx';
import { changeDraft, withWords } from '../composer/draft.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { dismiss, waitsForChoice } from '../turn/live-turns.ts';
import { goOn, send, sendAgain } from '../turn/send-turn.ts';
import { useThread } from './in-thread.ts';
import { MessageParts } from './message-parts.tsx';
import { MessageRow } from './message-row.tsx';

/** How something that was just sent stands. */
export function SendingMarks({ turn: { answering, problem } }: { turn: LiveTurn }) {
  if (problem !== null) return <Badge tone="critical">not sent</Badge>;
  return answering.state === 'sending' ? <span className="text-ink-faint">sending…</span> : null;
}

/** What is sent, as the record will have it. */
export function inputParts(text: string, files: readonly Pick<Attachment, 'name' | 'mediaType'>[] = []): readonly Part[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...files.map((file) => ({ ...file, type: 'attachment' as const })),
  ];
}

/** How an answer under way stands; while it cannot come yet, why. */
export function AnsweringMarks({ turn: { answering } }: { turn: LiveTurn }) {
  return (
    <>
      {answering.state === 'queued' ? <Waiting waitsFor={answering.waitsFor} /> : <Spinner className="text-xs" />}
      {answering.warnings.map((warning) => (
        <span key={warning} className="flex items-center gap-1.5 text-sm text-warning">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning}
        </span>
      ))}
    </>
  );
}

function Waiting({ waitsFor }: { waitsFor: 'hard' | 'turn' | null }) {
  return (
    <Badge tone="warning">
      <Clock aria-hidden="true" />
      {waitsFor === 'hard' ? 'Queued: the context is full and is condensed first' : 'Queued: waits for the answer before it'}
    </Badge>
  );
}

/** A message that waits in line on the server, or was left there when it ended: it can be sent, written anew or taken back. */
export function QueuedRow({ message }: { message: QueuedMessage }) {
  const session = useSessionId();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useTakeBack();
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
          {left ? 'Not sent: Tenfold stopped before its turn came' : 'Queued: waits for the answer before it'}
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
      <MessageParts plain parts={inputParts(message.text, message.attachments)} />
    </MessageRow>
  );
}

function named({ attachments }: QueuedMessage): string {
  return attachments.map(({ name }) => name).join(', ');
}

/** A turn that was refused or broke: why, what was kept, and every way on. The text is never lost. */
export function RefusedRow({ turn, question }: { turn: LiveTurn; question: Entry | undefined }) {
  const thread = useThread();
  const session = useSessionId();
  const client = useQueryClient();
  const { problem, answering, input, key } = turn;
  const full = waitsForChoice(turn);
  const again = (overflow?: 'retry' | 'truncate' | 'send-anyway') => sendAgain(client, session, turn, overflow);
  const edit = () => {
    if (!answering.stored) changeDraft(session, (draft) => withWords(draft, input.text));
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
            {answering.recorded && <Button small label="Continue" onClick={() => goOn(client, session)} />}
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
