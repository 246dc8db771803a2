import type { Entry } from '@tenfold/contract';
import { Divider } from '../folds/divider.tsx';
import { FoldingDivider } from '../folds/folding-divider.tsx';
import { EntryRow } from './entry-row.tsx';
import { AnsweringRow, SaidRow } from './live-row.tsx';
import { QueuedRow } from './queued-row.tsx';
import { RefusedRow } from './refused-row.tsx';
import type { ThreadRow } from './rows.ts';
import { Unanswered } from './unanswered.tsx';

/** A row as it looks; a message that is not fetched yet keeps its place. */
export function RowView({
  session,
  row,
  entries,
  onEdit,
  onRegenerate,
}: {
  session: string;
  row: ThreadRow;
  entries: ReadonlyMap<number, Entry>;
  onEdit: (entry: Entry) => void;
  onRegenerate: (entry: Entry) => void;
}) {
  switch (row.kind) {
    case 'divider':
      return <Divider session={session} run={row.run} />;
    case 'folding':
      return <FoldingDivider session={session} job={row.job} retry={row.retry} />;
    case 'queued':
      return <QueuedRow session={session} message={row.message} />;
    case 'said':
      return <SaidRow turn={row.turn} />;
    case 'answering':
      return <AnsweringRow turn={row.turn} />;
    case 'refused':
      return <RefusedRow session={session} turn={row.turn} />;
    case 'entry': {
      const entry = entries.get(row.position);
      if (entry === undefined) return <Unfetched position={row.position} />;
      return (
        <>
          <EntryRow session={session} entry={entry} onEdit={onEdit} onRegenerate={onRegenerate} />
          {row.isLast && entry.role === 'user' && <Unanswered session={session} />}
        </>
      );
    }
  }
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
