import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoldReach } from '@tenfold/contract';
import { asJson, type Fold, type JsonObject, type NetEffect, type Outcome, type Report } from '@tenfold/core';
import type { Store, StoredHead } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { paybackOf } from './fold-cost.ts';
import { dividerAt, reachesOf } from './fold-range.ts';
import type { FoldOrder, FoldResult } from './fold-scheduler.ts';
import { runView, type StoredReport } from './run-view.ts';

/** A run that is to take effect, with all that is known of it. */
export interface MadeFold {
  readonly loaded: { readonly session: Pick<LoadedSession['session'], 'id'>; readonly branch: string };
  readonly order: Pick<FoldOrder, 'trigger' | 'request'>;
  readonly outcome: Outcome;
  /** Dollars that were expected; null where no price is known. */
  readonly estimatedCost: number | null;
  readonly cost: number | null;
  readonly effect: NetEffect | null;
  readonly seconds: number;
  /** A model could have been asked. */
  readonly hadModel: boolean;
  /** Puts the folds into force; null when what they were prepared on is gone. */
  swap(store: Store): Promise<StoredHead | null>;
}

const STALE = 'The conversation was changed meanwhile, so the result was dropped.';

/** Puts a run into force and writes down what it was, in one commit: no fold is without its run, nor a run without its folds. */
export async function recordFold(
  deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'now' | 'observe'>,
  made: MadeFold,
): Promise<FoldResult> {
  const { store, events, log } = deps;
  const { loaded, order, outcome } = made;
  const session = loaded.session.id;
  const id = outcome.folds[0]?.run ?? '';
  const { means, asks, unmet } = outcome.report;
  const degraded = means === 'floor' || (means === 'embedded' && made.hadModel && asks > 0);
  const kept = unmet !== undefined ? 'unmet' : degraded ? 'degraded' : 'done';
  const row = {
    id,
    session,
    branch: loaded.branch,
    strategy: outcome.report.strategy.id,
    trigger: order.trigger,
    outcome: kept,
    tokensBefore: outcome.report.before,
    tokensAfter: outcome.report.after,
    cost: made.cost,
    report: asJson({ ...(await storedReport(made)), outcome: kept }),
    startedAt: deps.now(),
    durationMs: Math.round(made.seconds * 1_000),
  } as const;
  const recorded = await store.transaction(session, async (unit) => {
    const head = await made.swap(unit);
    if (head === null) return null;
    // Of thousands of folds each of these takes a while.
    await nextTurn();
    const saved = await unit.runs.save(row);
    await nextTurn();
    await saveSnapshots(unit, made, deps.now());
    return { head, saved };
  });
  if (recorded === null) return { outcome: 'skipped', reason: STALE, run: null, unmet: null };
  const { head } = recorded;
  const run = runView(recorded.saved, new Set([id]));
  deps.observe({
    type: 'fold',
    trigger: order.trigger,
    strategy: run.strategy,
    outcome: kept,
    seconds: made.seconds,
    ratio: run.before === 0 ? 1 : run.after / run.before,
  });
  log.info('folded', {
    session,
    run: id,
    trigger: order.trigger,
    outcome: kept,
    ...(kept === 'done' ? {} : { reason: reasonIn(outcome.report) }),
    before: run.before,
    after: run.after,
    seconds: run.seconds,
  });
  await events.publish(session, 'run', run, order.request.actor);
  await events.publish(session, 'head', { version: head.version, branch: loaded.branch, why: 'fold' }, order.request.actor);
  return { outcome: kept, reason: kept === 'done' ? null : reasonIn(outcome.report), run, unmet: outcome.unmet };
}

function reasonIn({ warnings }: Report): string | null {
  return warnings.length === 0 ? null : warnings.join(' ');
}

async function storedReport({ outcome, estimatedCost, effect, seconds }: MadeFold): Promise<StoredReport> {
  const reaches = await reachesOf(outcome);
  return {
    report: outcome.report,
    folds: outcome.folds.map(({ id }, n) => ({ id, ...(reaches[n] as FoldReach) })),
    estimatedCost,
    saved: effect?.net ?? null,
    ...(effect === null ? {} : { perTurn: effect.perTurn, once: effect.summarizer + effect.rewrite }),
    payback: paybackOf(effect),
    seconds,
    at: dividerAt(reaches),
  };
}

/** A snapshot of the newest summary, as other programs know it, and the session's memory of itself. */
async function saveSnapshots(store: Store, { loaded, order, outcome }: MadeFold, at: number): Promise<void> {
  const session = loaded.session.id;
  const summary = outcome.folds
    .filter((fold) => fold.kind === 'summary' && fold.target.kind === 'span' && fold.text !== '')
    .at(-1);
  if (summary === undefined) return;
  const content = await snapshotContent(summary, outcome, order, at);
  const cutoff = (content.messageRange as { lastMessageId: string }).lastMessageId;
  const shared = { session, content, messageCutoffId: cutoff, tokenCount: summary.after, at };
  await store.snapshots.create({ ...shared, kind: 'summary' });
  const older = await store.snapshots.list(session, 'memory');
  await store.snapshots.create({ ...shared, kind: 'memory' });
  for (const { id } of older) await store.snapshots.remove(session, id);
}

async function snapshotContent(summary: Fold, outcome: Outcome, { trigger }: MadeFold['order'], at: number): Promise<JsonObject> {
  const group = outcome.folds.filter(
    (fold) => fold.id === summary.id || (summary.group !== undefined && fold.group === summary.group),
  );
  const spans = await reachesOf({ folds: group, conversation: outcome.conversation });
  const last = group.at(-1)?.target;
  return {
    summaryText: summary.text,
    messageRange: {
      firstMessageId: summary.target.kind === 'span' ? summary.target.from : '',
      lastMessageId: last?.kind === 'span' ? last.to : '',
    },
    compressionTimestamp: at,
    compressionType: trigger === 'manual' ? 'manual' : 'auto',
    originalTokenCount: group.reduce((sum, { before }) => sum + before, 0),
    summaryTokenCount: summary.after,
    messagesIncluded: spans.reduce((sum, { from, to }) => sum + to - from + 1, 0),
  };
}
