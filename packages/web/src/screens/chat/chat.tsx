import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch as useSearchParams } from '@tanstack/react-router';
import type { Entry, Run } from '@tenfold/contract';
import { MessageSquare } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useRuns } from '../../queries/folding.ts';
import { useQueue } from '../../queries/queue.ts';
import { useOpenSession, useStatus } from '../../queries/session.ts';
import { refreshSession, useElsewhere } from '../../queries/session-events.ts';
import { useThreadLength } from '../../queries/thread.ts';
import { connection } from '../../state/connection.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { modelName, OFFLINE } from '../../ui/names.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { toastProblem } from '../../ui/toast.tsx';
import { RecoveryPrompts } from '../sessions/recovery-prompts.tsx';
import { ChatHeader } from './chat-header.tsx';
import type { ChatPanel } from './chat-menu.tsx';
import { FoldStrip } from './folds/fold-strip.tsx';
// Not lazy: whoever types at once after opening it types into it.
import { SearchPanel } from './search/search-panel.tsx';
import { Thread, type ThreadHandle } from './thread/thread.tsx';
import type { LiveTurn } from './turn/live-turn.ts';
import { useLiveTurns, waitsForChoice } from './turn/live-turns.ts';
import { bringBackUnsent, rejoin, settleAfterReturn, stop } from './turn/send-turn.ts';
import { isUnderWay } from './turn/turn-stream.ts';
import { useTurnActions } from './turn/use-turn-actions.ts';
import { useChatKeys } from './use-chat-keys.ts';
import { WaitingCalls } from './waiting-calls.tsx';
import { WritingPlace } from './writing-place.tsx';

const Panels = lazy(async () => ({ default: (await import('./panels.tsx')).Panels }));

const NO_RUNS: readonly Run[] = [];

/** A conversation: what was said, what was condensed, how full it is, and where to write. */
export function Chat({ wentElsewhere }: { wentElsewhere: () => boolean }) {
  const { id, branch } = useOpenSession();
  const client = useQueryClient();
  const { at } = useSearchParams({ from: '/s/$session/' });
  const { data: status, error: statusError, refetch } = useStatus();
  const fetchedLength = useThreadLength();
  const { data: length } = fetchedLength;
  const { data: runs } = useRuns();
  const { data: queue } = useQueue();
  const turns = useTurns(id);
  const [panel, setPanel] = useState<ChatPanel | null>(null);
  const [searching, setSearching] = useState(false);
  const thread = useRef<ThreadHandle>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const turnActions = useTurnActions(client, id, length ?? 0);
  const search = useCallback(() => {
    setSearching(true);
    searchField.current?.focus();
  }, []);
  const condense = useCallback(() => setPanel('condense'), []);
  const blocked = turns.some(waitsForChoice);
  const answered = turns.find(({ answering }) => isUnderWay(answering))?.key;
  useChatKeys({ thread, field, open: setPanel, search });
  const ready = length !== undefined;
  useEffect(() => {
    if (ready && at !== undefined) thread.current?.jump(at);
  }, [ready, at]);

  // A new conversation begins with writing.
  useEffect(() => {
    if (length === 0 && !wentElsewhere()) field.current?.focus();
  }, [length, wentElsewhere]);

  const edit = useCallback((entry: Entry) => void turnActions.edit(entry).then(() => field.current?.focus()), [turnActions]);
  return (
    <div className="flex h-full flex-col">
      <ChatHeader model={status?.model} onSearch={search} onPanel={setPanel} />
      {searching && (
        <SearchPanel
          fieldRef={searchField}
          onJump={(position) => thread.current?.jump(position)}
          onClose={() => setSearching(false)}
        />
      )}
      <ElsewhereNotice branching={turnActions.branching} onBranch={turnActions.branch} />
      <div className="mx-auto w-full max-w-3xl px-4 pt-2 empty:hidden md:px-6">
        <RecoveryPrompts session={id} damages={status?.damages} />
      </div>
      {length === 0 && turns.length === 0 && !queue?.length ? (
        <EmptyChat model={status?.model} />
      ) : length === undefined && turns.length === 0 ? (
        <div className="mx-auto w-full max-w-3xl flex-1 p-4 md:px-6">
          <Fetching of={fetchedLength} label="Loading messages…" />
        </div>
      ) : (
        <Thread
          branch={branch}
          length={length ?? 0}
          runs={runs ?? NO_RUNS}
          turns={turns}
          handle={thread}
          onEdit={edit}
          onRegenerate={turnActions.regenerate}
        />
      )}
      <div className="grid shrink-0 gap-2 border-line border-t bg-paper px-4 pt-2 pb-3">
        <FoldStrip status={status} onShow={() => thread.current?.showFold()} />
        <WaitingCalls />
        {statusError !== null && <ProblemNotice error={statusError} onRetry={() => void refetch()} />}
        <WritingPlace
          status={status}
          answerTo={answered}
          blocked={blocked}
          fieldRef={field}
          onSend={turnActions.send}
          onStop={() => void stop(id).catch(toastProblem)}
          onRewind={() => void turnActions.rewind().then(() => field.current?.focus())}
          onCondense={condense}
        />
      </div>
      <Suspense>{panel !== null && <Panels panel={panel} onPanel={setPanel} />}</Suspense>
    </div>
  );
}

/** The turns under way. After a reload, and when the server is back, an answer that goes on is followed again. */
function useTurns(session: string): readonly LiveTurn[] {
  const client = useQueryClient();
  const connected = connection.use();
  useEffect(() => {
    if (!connected) return;
    void settleAfterReturn(client, session);
    void bringBackUnsent(session);
    void rejoin(client, session);
  }, [client, session, connected]);
  return useLiveTurns(session);
}

/** Says that another tab or device changed this session. Nothing moves until one asks for it. */
function ElsewhereNotice({ branching, onBranch }: { branching: boolean; onBranch: () => void }) {
  const session = useSessionId();
  const client = useQueryClient();
  const { changed, messages } = useElsewhere();
  if (!changed) return null;
  return (
    <div className="px-4 pt-2">
      <Notice
        alert
        className="mx-auto max-w-3xl"
        actions={
          <>
            <Button small kind="primary" label="Refresh" onClick={() => refreshSession(client, session)} />
            <Button
              small
              label={branching ? 'Next message branches' : 'Branch mine'}
              disabled={branching}
              onClick={onBranch}
              title="Your next message continues from what you see, on a branch of its own"
            />
          </>
        }
      >
        Session updated elsewhere{messages > 0 ? ` (${messages} new)` : ''}. What you are writing is kept.
      </Notice>
    </div>
  );
}

/** What a new conversation says before its first message. */
function EmptyChat({ model }: { model: string | undefined }) {
  return (
    <div className="flex-1 overflow-y-auto">
      <EmptyState icon={<MessageSquare />} title="Say something">
        {model === OFFLINE ? (
          <p>
            No model is connected yet, so the offline one answers: it remembers everything and finds passages, but cannot think.{' '}
            <Link to="/connect" className="text-accent underline underline-offset-2">
              Connect a model
            </Link>
          </p>
        ) : (
          model !== undefined && <p>Your messages go to {modelName(model)}.</p>
        )}
        <ul className="mt-4 grid gap-2 text-left">
          <li>The gauge below shows how much of the model’s room this conversation fills, including what you are typing.</li>
          <li>
            When the room runs low, older messages are condensed in the background. Nothing is lost: every message stays here, and
            condensing can be undone.
          </li>
          <li>
            Lock a message to keep it word for word. Type <Kbd>/</Kbd> for commands, press <Kbd>?</Kbd> for shortcuts.
          </li>
        </ul>
      </EmptyState>
    </div>
  );
}
