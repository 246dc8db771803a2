import type { Checkpoint, Entry } from '@tenfold/contract';
import { Eye, History, Shrink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { partText } from '../../ui/entry-text.ts';
import { whole } from '../../ui/figures.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useEntriesAt, useEntriesSince } from './entries-at.ts';
import { SummariseUpTo } from './summarise-up-to.tsx';
import { type Point, sinceWords } from './timeline-events.ts';

/** A checkpoint: how far it is from now, and what can be done from there. */
export function CheckpointCard({
  session,
  checkpoint,
  now,
  busy,
  onResume,
}: {
  session: string;
  checkpoint: Checkpoint;
  now: Point;
  busy: boolean;
  onResume: () => void;
}) {
  const [previewing, setPreviewing] = useState(false);
  const [summarising, setSummarising] = useState(false);
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        <span className="text-ink-soft">Now against then: </span>
        <span className="tabular-nums">{sinceWords(checkpoint, now)}</span>
        {checkpoint.model !== null && <span className="text-ink-soft"> · made with {checkpoint.model}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={<History />}
          label="Resume from here"
          disabled={busy}
          onClick={onResume}
          title="Goes on from exactly this state, on a new branch; what came since stays on its own"
        />
        <Button icon={<Eye />} label="Preview and diff" onClick={() => setPreviewing(true)} />
        <Button
          icon={<Shrink />}
          label="Condense up to here"
          disabled={checkpoint.position < 0}
          onClick={() => setSummarising(true)}
        />
      </div>
      {previewing && (
        <CheckpointPreview session={session} checkpoint={checkpoint} now={now} onClose={() => setPreviewing(false)} />
      )}
      {summarising && <SummariseUpTo session={session} checkpoint={checkpoint} onClose={() => setSummarising(false)} />}
    </div>
  );
}

const SHOWN = 30;
const LETTERS = 1_500;

/** The end of the conversation as it was, and what came since. */
function CheckpointPreview({
  session,
  checkpoint,
  now,
  onClose,
}: {
  session: string;
  checkpoint: Checkpoint;
  now: Point;
  onClose: () => void;
}) {
  const then = useEntriesAt(session, checkpoint, SHOWN);
  const since = useEntriesSince(session, checkpoint.position, 200);
  return (
    <Dialog
      onClose={onClose}
      wide
      title={checkpoint.label}
      description={`${whole(checkpoint.entries)} messages. Now against then: ${sinceWords(checkpoint, now)}.`}
    >
      <Tabs
        label="Then and since"
        tabs={[
          { value: 'then', label: 'As it was', content: <Messages {...then} empty="Nothing had been said yet." /> },
          {
            value: 'since',
            label: 'What came since',
            content: <Messages {...since} empty="Nothing came after it on the current branch." added />,
          },
        ]}
      />
    </Dialog>
  );
}

function Messages({
  data,
  error,
  isLoading,
  empty,
  added = false,
}: {
  data: readonly Entry[] | undefined;
  error: Error | null;
  isLoading: boolean;
  empty: string;
  added?: boolean;
}) {
  if (error !== null) return <ProblemNotice error={error} />;
  if (isLoading) return <Spinner label="Fetching messages…" />;
  if (data === undefined || data.length === 0) return <p className="text-ink-soft text-sm">{empty}</p>;
  return (
    <ol className="grid gap-2">
      {(data[0]?.position ?? 0) > 0 && !added && (
        <li className="text-ink-faint text-xs">… {whole(data[0]?.position ?? 0)} earlier messages</li>
      )}
      {data.map(({ id, role, parts, tokens }) => (
        <li key={id} className="rounded-lg border border-line px-3 py-2">
          <p className="text-ink-faint text-xs">
            {added && <span className="text-normal">+ </span>}
            {role} · {whole(tokens)} tokens
          </p>
          <p className="line-clamp-6 whitespace-pre-wrap break-words text-sm">
            {parts.map(partText).join('\n').slice(0, LETTERS)}
          </p>
        </li>
      ))}
    </ol>
  );
}
