import { useNavigate } from '@tanstack/react-router';
import { api, type Checkpoint, type Entry } from '@tenfold/contract';
import { Eye, History, Shrink } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useSessionFetched } from '../../queries/fetched.ts';
import { keys } from '../../queries/keys.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { partText } from '../../ui/entry-text.ts';
import { Fetching } from '../../ui/fetching.tsx';
import { whole } from '../../ui/figures.ts';
import { modelInSentence } from '../../ui/names.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CondenseDialog } from '../chat/condense-dialog.tsx';
import { type Point, sinceWords } from './timeline-events.ts';

/** A checkpoint: how far it is from now, and what can be done from there. */
export function CheckpointCard({
  checkpoint,
  now,
  busy,
  onResume,
}: {
  checkpoint: Checkpoint;
  now: Point;
  busy: boolean;
  onResume: (checkpoint: Checkpoint) => void;
}) {
  const [previewing, setPreviewing] = useState(false);
  const [condensing, setCondensing] = useState(false);
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        <span className="text-ink-soft">Since then: </span>
        <span className="tabular-nums">{sinceWords(checkpoint, now)}</span>
        {checkpoint.model !== null && <span className="text-ink-soft"> · made with {modelInSentence(checkpoint.model)}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={<History />}
          label="Resume from here"
          disabled={busy}
          onClick={() => onResume(checkpoint)}
          title="Continues from exactly this state on a new branch; what came since stays on the old one"
        />
        <Button icon={<Eye />} label="Preview and diff" onClick={() => setPreviewing(true)} />
        <Button
          icon={<Shrink />}
          label="Condense up to here"
          disabled={checkpoint.position < 0}
          onClick={() => setCondensing(true)}
        />
      </div>
      {previewing && <CheckpointPreview checkpoint={checkpoint} now={now} onClose={() => setPreviewing(false)} />}
      {condensing && <CondenseUpTo checkpoint={checkpoint} onClose={() => setCondensing(false)} />}
    </div>
  );
}

const SHOWN = 30;
const LETTERS = 1_500;

/** The end of the conversation as it was, and what came since. */
function CheckpointPreview({ checkpoint, now, onClose }: { checkpoint: Checkpoint; now: Point; onClose: () => void }) {
  const then = useEntriesAt(checkpoint, SHOWN);
  const since = useEntriesSince(checkpoint.position, 200);
  return (
    <Dialog
      onClose={onClose}
      wide
      title={checkpoint.label}
      description={`${whole(checkpoint.entries)} messages. Since then: ${sinceWords(checkpoint, now)}.`}
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
          <p className="line-clamp-6 whitespace-pre-wrap text-sm">{parts.map(partText).join('\n').slice(0, LETTERS)}</p>
        </li>
      ))}
    </ol>
  );
}

/** Condenses everything up to a checkpoint, after a preview. */
function CondenseUpTo({ checkpoint, onClose }: { checkpoint: Checkpoint; onClose: () => void }) {
  const session = useSessionId();
  const navigate = useNavigate();
  const shared = useSharedEntry(checkpoint);
  const window = {
    title: 'Condense up to here',
    description: `Condenses what was said until “${checkpoint.label}”. What came after stays word for word, and it can be undone.`,
    onClose,
  };
  if (shared.data) {
    const seeIt = () => void navigate({ to: '/s/$session', params: { session } });
    return <CondenseDialog {...window} upTo={shared.data.id} onStarted={seeIt} />;
  }
  return (
    <Dialog {...window}>
      <Fetching of={shared} label="Looking it up…" />
      {shared.data === null && (
        <Notice tone="warning">
          This checkpoint is on a different branch from the one in use. Resume from it first, then condense.
        </Notice>
      )}
    </Dialog>
  );
}

async function entries(session: string, query: Record<string, string>): Promise<readonly Entry[]> {
  return (await call(api.entries.list, { session, query })).entries;
}

/** The last messages as they stood at a checkpoint, on its own branch. */
function useEntriesAt({ position, branch }: Checkpoint, limit: number) {
  return useSessionFetched(
    (session) => [...keys.entries(session), 'at', branch, position, limit],
    (session) => entries(session, { before: String(position + 1), branch, limit: String(limit) }),
    { enabled: position >= 0 },
  );
}

/** The messages that came after a position on the current branch, oldest first, at most `limit`. */
function useEntriesSince(position: number, limit: number) {
  return useSessionFetched(
    (session) => [...keys.entries(session), 'since', position, limit],
    async (session) => (await entries(session, { limit: String(limit) })).filter((entry) => entry.position > position),
  );
}

/** The entry a checkpoint ends with, if the current branch has it too; null where the branches have parted before it. */
function useSharedEntry({ position, branch }: Checkpoint) {
  return useSessionFetched(
    (session) => [...keys.entries(session), 'shared', branch, position],
    async (session) => {
      const at = { before: String(position + 1), limit: '1' };
      const [[there], [here]] = await Promise.all([entries(session, { ...at, branch }), entries(session, at)]);
      return there !== undefined && there.id === here?.id ? there : null;
    },
  );
}
