import { useNavigate } from '@tanstack/react-router';
import { api, type Checkpoint, type Entry } from '@tenfold/contract';
import { Eye, History, Shrink } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useFetched } from '../../queries/fetched.ts';
import { useCondense, useEstimate } from '../../queries/folding.ts';
import { keys } from '../../queries/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { partText } from '../../ui/entry-text.ts';
import { Fetching } from '../../ui/fetching.tsx';
import { counted, dollars, whole } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';
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
  onResume: (checkpoint: Checkpoint) => void;
}) {
  const [previewing, setPreviewing] = useState(false);
  const [summarizing, setSummarizing] = useState(false);
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
          onClick={() => onResume(checkpoint)}
          title="Goes on from exactly this state, on a new branch; what came since stays on its own"
        />
        <Button icon={<Eye />} label="Preview and diff" onClick={() => setPreviewing(true)} />
        <Button
          icon={<Shrink />}
          label="Condense up to here"
          disabled={checkpoint.position < 0}
          onClick={() => setSummarizing(true)}
        />
      </div>
      {previewing && (
        <CheckpointPreview session={session} checkpoint={checkpoint} now={now} onClose={() => setPreviewing(false)} />
      )}
      {summarizing && <SummarizeUpTo session={session} checkpoint={checkpoint} onClose={() => setSummarizing(false)} />}
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

/** Condenses everything up to a checkpoint, after saying what that comes to. */
function SummarizeUpTo({ session, checkpoint, onClose }: { session: string; checkpoint: Checkpoint; onClose: () => void }) {
  const shared = useSharedEntry(session, checkpoint);
  const { data: entry } = shared;
  return (
    <Dialog
      onClose={onClose}
      title="Condense up to here"
      description={`Condenses what was said until “${checkpoint.label}”. What came after stays word for word, and it can be undone.`}
    >
      <Fetching of={shared} label="Looking it up…" />
      {entry === null && (
        <Notice tone="warning">
          This checkpoint lies on another branch than the one in use. Resume from it first, then summarize.
        </Notice>
      )}
      {entry != null && <Offer session={session} entry={entry} onClose={onClose} />}
    </Dialog>
  );
}

function Offer({ session, entry, onClose }: { session: string; entry: Entry; onClose: () => void }) {
  const wish = { upTo: entry.id };
  const estimate = useEstimate(session, wish);
  const { data } = estimate;
  const condense = useCondense(session);
  const navigate = useNavigate();
  if (data === undefined) return <Fetching of={estimate} label="Estimating…" />;
  const run = () =>
    condense.mutate(wish, {
      onSuccess: ({ scope }) => {
        onClose();
        toast('Condensing context...', { description: scope });
        void navigate({ to: '/s/$session', params: { session } });
      },
      onError: toastProblem,
    });
  return (
    <div className="grid gap-3 pb-3 text-sm">
      <p className="tabular-nums">
        About {whole(data.before)} → {whole(data.after)} tokens · {counted(data.messagesFolded, 'message')} condensed · costs ≈{' '}
        {dollars(data.cost)}
      </p>
      {data.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {data.after >= data.before && <Notice>Nothing would be gained up to here.</Notice>}
      <div className="flex justify-end gap-2">
        <Button label="Cancel" onClick={onClose} />
        <Button kind="primary" label="Run" disabled={condense.isPending || data.after >= data.before} onClick={run} />
      </div>
    </div>
  );
}

async function entries(session: string, query: Record<string, string>): Promise<readonly Entry[]> {
  return (await call(api.entries.list, { session, query })).entries;
}

/** The last messages as they stood at a checkpoint, on its own branch. */
function useEntriesAt(session: string, { position, branch }: Checkpoint, limit: number) {
  const ask = () => entries(session, { before: String(position + 1), branch, limit: String(limit) });
  return useFetched([...keys.entries(session), 'at', branch, position, limit], ask, { enabled: position >= 0 });
}

/** The messages that came after a position on the current branch, oldest first, at most `limit`. */
function useEntriesSince(session: string, position: number, limit: number) {
  return useFetched([...keys.entries(session), 'since', position, limit], async () =>
    (await entries(session, { limit: String(limit) })).filter((entry) => entry.position > position),
  );
}

/** The entry a checkpoint ends with, if the current branch has it too; null where the branches have parted before it. */
function useSharedEntry(session: string, { position, branch }: Checkpoint) {
  return useFetched([...keys.entries(session), 'shared', branch, position], async () => {
    const at = { before: String(position + 1), limit: '1' };
    const [[there], [here]] = await Promise.all([entries(session, { ...at, branch }), entries(session, at)]);
    return there !== undefined && there.id === here?.id ? there : null;
  });
}
