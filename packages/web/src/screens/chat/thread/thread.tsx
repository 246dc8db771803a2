import type { Entry, Job, Run } from '@tenfold/contract';
import { ArrowDown } from 'lucide-react';
import { memo, type Ref, useCallback, useImperativeHandle, useMemo } from 'react';
import { useJobs } from '../../../queries/folding.ts';
import { useQueue } from '../../../queries/queue.ts';
import { pageOf, useThreadPages } from '../../../queries/thread.ts';
import { dismissedFolds } from '../../../state/dismissed-folds.ts';
import { foldWatches } from '../../../state/fold-watch.ts';
import { useLitMessages } from '../../../state/lit-messages.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import type { LiveTurn } from '../turn/live-turn.ts';
import { ThreadContext } from './in-thread.ts';
import { RowView } from './row-view.tsx';
import { entryKey, rowKey, threadRows } from './rows.ts';
import { useJump } from './use-jump.ts';
import { stepFocus, useThreadScroll } from './use-thread-scroll.ts';
import { useVersions } from './use-versions.ts';

/** What others can ask of the thread. */
export interface ThreadHandle {
  /** Shows the message at a position and lights it up for a moment. */
  jump(position: number): void;
  /** The same for the latest fold. */
  showFold(): void;
  /** Moves to the next or previous message. */
  step(by: 1 | -1): void;
}

/** The conversation: only what is in sight is drawn and fetched, so its length does not matter. What is being written does not touch it. */
export const Thread = memo(function Thread({
  branch,
  length,
  runs,
  turns,
  handle,
  onEdit,
  onRegenerate,
}: {
  branch: string;
  length: number;
  runs: readonly Run[];
  turns: readonly LiveTurn[];
  handle: Ref<ThreadHandle>;
  onEdit: (entry: Entry) => void;
  onRegenerate: (entry: Entry) => void;
}) {
  const watch = foldWatches.useHere();
  const lit = useLitMessages();
  const jobs = useJobsShown(branch);
  const { data: queue } = useQueue();
  const rows = useMemo(
    () => threadRows({ length, runs, turns, watch, jobs, queue: queue ?? [] }),
    [length, runs, turns, watch, jobs, queue],
  );
  const sent = turns.at(-1)?.key;
  const { scroller, virtual, atEnd, toEnd, leaveEnd, moved } = useThreadScroll(rows, sent);
  const { at, jump, hold, release } = useJump(rows, scroller, virtual, { leaveEnd, moved, sent });
  const items = virtual.getVirtualItems();
  const pages = useMemo(() => {
    const needed = items.flatMap(({ index }) => {
      const row = rows[index];
      return row?.kind === 'entry' ? [pageOf(row.position)] : [];
    });
    return [...new Set(needed)];
  }, [items, rows]);
  const { entries, error } = useThreadPages(pages);

  const { forks, step, stepByKey } = useVersions(turns.length > 0, hold);

  const jumpTo = useCallback((position: number) => jump(entryKey(position)), [jump]);
  const inThread = useMemo(
    () => ({ jump: jumpTo, edit: onEdit, regenerate: onRegenerate, step }),
    [jumpTo, onEdit, onRegenerate, step],
  );
  useImperativeHandle(
    handle,
    () => ({
      jump: jumpTo,
      showFold: () => watch.job !== null && jump(`fold-${watch.job.id}`),
      step(by) {
        release();
        stepFocus(scroller.current, by);
      },
    }),
    [jump, jumpTo, release, scroller, watch],
  );

  return (
    <ThreadContext value={inThread}>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          role="feed"
          aria-label="Conversation"
          aria-busy={entries.size === 0 && length > 0}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="h-full overflow-y-auto overscroll-contain py-2 [overflow-anchor:none]"
        >
          {error !== null && <ProblemNotice error={error} />}
          <div ref={virtual.containerRef} role="presentation" className="relative w-full">
            {items.map(({ index, key }) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <article
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={rows.length}
                  tabIndex={-1}
                  onKeyDown={(event) => row.kind === 'entry' && stepByKey(row.position, event)}
                  data-lit={(row.kind === 'entry' && lit.has(row.position)) || undefined}
                  className="group/row absolute top-0 left-0 w-full outline-none transition-colors focus-visible:bg-sunken data-lit:bg-warning-soft"
                  aria-current={at !== undefined && rowKey(row) === at ? 'location' : undefined}
                >
                  <RowView row={row} entries={entries} forks={forks} />
                </article>
              );
            })}
          </div>
        </div>
        {!atEnd && rows.length > 0 && (
          <ToLatest
            onGo={() => {
              release();
              toEnd();
            }}
          />
        )}
      </div>
    </ThreadContext>
  );
});

function ToLatest({ onGo }: { onGo: () => void }) {
  return (
    <Button
      small
      icon={<ArrowDown />}
      label="Latest"
      className="-translate-x-1/2 absolute bottom-3 left-1/2 rounded-full bg-surface shadow-lg"
      onClick={onGo}
    />
  );
}

/** The folds asked for on a branch, without those that were dismissed. */
function useJobsShown(branch: string): readonly Job[] {
  const { data } = useJobs();
  const dismissed = dismissedFolds.use();
  return useMemo(
    () => (data ?? []).filter((job) => (job.branch ?? branch) === branch && !dismissed.has(job.id)),
    [data, dismissed, branch],
  );
}
