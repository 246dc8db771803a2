import type { Entry } from '@tenfold/contract';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Divider } from '../folds/divider.tsx';
import { FoldingDivider } from '../folds/folding-divider.tsx';
import type { LiveTurn } from '../turn/live-turn.ts';
import { EntryActions, EntryMarks } from './entry-marks.tsx';
import type { Fork } from './forks.ts';
import { useThread } from './in-thread.ts';
import { AnsweringMarks, inputParts, QueuedRow, RefusedRow, SendingMarks } from './live-rows.tsx';
import { MessageParts } from './message-parts.tsx';
import { MessageRow } from './message-row.tsx';
import { isOpenEnd, OpenEnd } from './open-end.tsx';
import type { ThreadRow } from './rows.ts';
import { tookBetween } from './took.ts';
import { isShownWithCall, outcomesOf } from './tool-outcomes.ts';

/** A row as it looks; a message that is not fetched yet keeps its place. */
export function RowView({
  row,
  entries,
  forks,
}: {
  row: ThreadRow;
  entries: ReadonlyMap<number, Entry>;
  forks: ReadonlyMap<number, Fork>;
}) {
  switch (row.kind) {
    case 'divider':
      return <Divider run={row.run} />;
    case 'folding':
      return <FoldingDivider job={row.job} retry={row.retry} />;
    case 'queued':
      return <QueuedRow message={row.message} />;
    case 'refused':
      return <RefusedRow turn={row.turn} question={lastQuestion(entries)} />;
    case 'sending':
    case 'answering':
    case 'entry':
      return (
        <MessageView
          row={row}
          entries={entries}
          entry={entries.get(row.position)}
          fork={forks.get(row.position)}
          ahead={forks.get(row.position + 1)}
        />
      );
  }
}

/** A message on its way and in the record is one element all along: it is not drawn anew when it gets there. */
const MessageView = memo(function MessageView({
  row,
  entry,
  entries,
  fork,
  ahead,
}: {
  row: Extract<ThreadRow, { position: number }>;
  entry: Entry | undefined;
  entries: ReadonlyMap<number, Entry>;
  fork: Fork | undefined;
  /** What stands on other branches behind a conversation that ends here. */
  ahead: Fork | undefined;
}) {
  if (row.kind === 'sending') {
    const { text, attachments } = row.turn.input;
    return (
      <MessageRow speaker="user" coming marks={<SendingMarks turn={row.turn} />}>
        <MessageParts plain parts={inputParts(text, attachments)} />
      </MessageRow>
    );
  }
  if (row.kind === 'answering') {
    if (isInRecord(row.turn, entries.get(row.position - 1))) return null;
    return (
      <MessageRow speaker="assistant" coming marks={<AnsweringMarks turn={row.turn} />}>
        <MessageParts plain={false} parts={[]} answerTo={row.turn.key} />
      </MessageRow>
    );
  }
  if (entry === undefined) return <Unfetched position={row.position} />;
  if (isShownWithCall(entry, entries)) return null;
  return (
    <MessageRow
      speaker={entry.role}
      folded={entry.foldedBy !== null}
      marks={
        <EntryMarks
          entry={entry}
          took={entry.role === 'assistant' ? tookBetween(entries.get(entry.position - 1), entry) : null}
        />
      }
      actions={
        <>
          {fork !== undefined && fork.shown >= 0 && <VersionStepper fork={fork} />}
          <EntryActions entry={entry} />
        </>
      }
      {...(row.isLast && isOpenEnd(entry) ? { below: <OpenEnd entry={entry} ahead={ahead} /> } : {})}
    >
      <MessageParts
        plain={entry.role !== 'assistant' && entry.role !== 'summary'}
        parts={entry.parts}
        folds={entry.partFolds}
        outcomes={outcomesOf(entry, entries)}
      />
    </MessageRow>
  );
});

/** A new branch is fetched while it is answered, and may come with the answer before the stream has brought it. */
function isInRecord({ answering, input }: LiveTurn, before: Entry | undefined): boolean {
  const asked = answering.stored || input.regenerate === true;
  if (answering.state !== 'streaming' || !asked || before?.role !== 'assistant') return false;
  return !before.parts.some(({ type }) => type === 'tool-call');
}

function lastQuestion(entries: ReadonlyMap<number, Entry>): Entry | undefined {
  const questions = [...entries.values()].filter(({ role }) => role === 'user');
  return questions.sort((a, b) => b.position - a.position)[0];
}

function Unfetched({ position }: { position: number }) {
  return (
    <div className="mx-auto h-[120px] max-w-3xl px-4 py-3 md:px-6">
      <span className="sr-only">Message {position + 1} is being fetched</span>
      <div aria-hidden="true" className="grid gap-2 motion-safe:animate-pulse">
        <div className="h-3 w-24 rounded bg-line" />
        <div className="h-3 w-full rounded bg-line" />
        <div className="h-3 w-2/3 rounded bg-line" />
      </div>
    </div>
  );
}

/** ‹1/2› on a message that has others beside it: the way between them, in place. */
function VersionStepper({ fork }: { fork: Fork }) {
  const { step } = useThread();
  const { shown, branches } = fork;
  // Not disabled, which would take the focus from whoever presses them.
  const waits = step === null ? { 'aria-disabled': true } : {};
  return (
    <fieldset className="flex items-center text-ink-soft text-xs tabular-nums">
      <legend className="sr-only">Versions of this message</legend>
      <IconButton
        {...waits}
        label="Version before"
        icon={<ChevronLeft />}
        disabled={shown <= 0}
        onClick={() => step?.(fork, -1)}
      />
      <span>
        <span className="sr-only">Version </span>
        {shown + 1}/{branches.length}
      </span>
      <IconButton
        {...waits}
        label="Next version"
        icon={<ChevronRight />}
        disabled={shown >= branches.length - 1}
        onClick={() => step?.(fork, 1)}
      />
    </fieldset>
  );
}
