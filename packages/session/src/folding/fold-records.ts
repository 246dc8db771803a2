import type { Entry, FactsOfKind, FoldView, Run } from '@tenfold/contract';
import {
  type Conversation,
  type Fold,
  FoldCovered,
  type FoldId,
  NoSuchFold,
  peel,
  positionsOf,
  type RunId,
  undoRun,
} from '@tenfold/core';
import { type Context, openContext, type SessionId } from '@tenfold/store';
import { changeHead } from '../conversation/change-head.ts';
import { pageOfViews } from '../conversation/entry-note.ts';
import type { SessionLoader } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { SessionError } from '../session-error.ts';
import type { Chooser } from '../settings/choices.ts';
import type { Presets } from '../settings/presets.ts';
import { EDITOR, editFold } from './fold-edit.ts';
import { entriesOf, rangeOf } from './fold-range.ts';
import type { FoldScheduler } from './fold-scheduler.ts';
import { foldedFacts } from './folded-facts.ts';
import { originalOutcome, runView } from './run-view.ts';

/** What undo, peel and edit answer. */
export interface HeadChange {
  readonly version: number;
}

/** What folding by hand needs. */
export interface FoldingParts extends Pick<Dependencies, 'store' | 'events' | 'log' | 'engine' | 'now'> {
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  readonly presets: Presets;
  readonly scheduler: FoldScheduler;
  /** Publishes how full a session is now. */
  publishStatus(session: SessionId): Promise<void>;
}

/** What folding came to, and taking it back. */
export interface FoldRecords {
  runs(session: SessionId): Promise<readonly Run[]>;
  rate(session: SessionId, run: RunId, rating: number): Promise<Run>;
  /** Facts of what a run folded, by kind, and which of them can no longer be read. */
  facts(session: SessionId, run: RunId): Promise<readonly FactsOfKind[]>;
  /** Takes all folds of a run back; later messages and other runs stay. */
  undo(session: SessionId, run: RunId, actor?: string): Promise<HeadChange>;
  /** Puts a run that was undone back into force. Refused where it stands, or something newer folds the same messages. */
  redo(session: SessionId, run: RunId, actor?: string): Promise<HeadChange>;
  folds(session: SessionId): Promise<readonly FoldView[]>;
  peel(session: SessionId, fold: FoldId, actor?: string): Promise<HeadChange>;
  /** Another text for a fold: counted and checked, the old version stays stored. */
  edit(session: SessionId, fold: FoldId, text: string, actor?: string): Promise<HeadChange & { readonly fold: FoldView }>;
  /** The entries a fold stands for. */
  original(session: SessionId, fold: FoldId): Promise<readonly Entry[]>;
}

/** What folding came to, and taking it back. */
export function createFoldRecords(parts: FoldingParts): FoldRecords {
  const { store, events, now, loader } = parts;
  const activeRuns = async (session: SessionId, head: Context['head']) =>
    new Set((await store.folds.list(session, { ids: head.folds })).map(({ run }) => run));
  const change = async (
    session: SessionId,
    actor: string | undefined,
    why: 'undo' | 'redo' | 'peel' | 'edit',
    how: (conversation: Conversation) => { conversation: Conversation; folds?: readonly Fold[] },
  ): Promise<HeadChange> => {
    const { branch } = await loader.load(session);
    const head = await changeHead(store, { session, branch, at: now() }, (conversation) =>
      translateRefusal(() => how(conversation)),
    );
    await events.publish(session, 'head', { version: head.version, branch, why }, actor);
    await parts.publishStatus(session);
    return { version: head.version };
  };
  return {
    async runs(session) {
      const { opened, branch } = await loader.load(session);
      const active = await activeRuns(session, opened.context.head);
      const runs = (await store.runs.list(session)).filter(
        ({ id, outcome, branch: made }) =>
          active.has(id) || (made === branch && ['done', 'degraded', 'unmet', 'undone'].includes(outcome)),
      );
      return runs.map((run) => runView(run, active));
    },
    async rate(session, run, rating) {
      const { opened } = await loader.load(session);
      return runView(await store.runs.rate(session, run, rating), await activeRuns(session, opened.context.head));
    },
    facts: async (session, run) => foldedFacts(store, await loader.load(session), run),
    async undo(session, run, actor) {
      const changed = await change(session, actor, 'undo', (conversation) => ({ conversation: undoRun(conversation, run) }));
      await store.runs.setOutcome(session, run, 'undone').catch(() => undefined);
      return changed;
    },
    async redo(session, run, actor) {
      const folds = await store.folds.list(session, { run });
      const changed = await change(session, actor, 'redo', (conversation) => ({
        conversation: { ...conversation, folds: [...conversation.folds, ...restorableFolds(conversation, folds)] },
      }));
      const made = (await store.runs.list(session)).find(({ id }) => id === run);
      await store.runs.setOutcome(session, run, made === undefined ? 'done' : originalOutcome(made));
      return changed;
    },
    async folds(session) {
      const { opened, branch } = await loader.load(session);
      const context = await store.contexts.load(session, { branch, folds: 'all' });
      const runs = new Map((await store.runs.list(session)).map((run) => [run.id, run.startedAt]));
      return foldViews(context, new Set(opened.context.folds.map(({ id }) => id)), (run) => runs.get(run) ?? 0);
    },
    peel: (session, fold, actor) =>
      change(session, actor, 'peel', (conversation) => ({ conversation: peel(conversation, fold) })),
    async edit(session, id, text, actor) {
      const { choices } = await loader.load(session);
      let made: Fold | undefined;
      const { version } = await change(session, actor, 'edit', (conversation) => {
        const { fold, conversation: next } = editFold(conversation, id, text, choices.count);
        made = fold;
        return { conversation: next, folds: [fold] };
      });
      const views = await this.folds(session);
      return { version, fold: views.find((view) => view.id === made?.id) as FoldView };
    },
    async original(session, id) {
      const { opened, choices } = await loader.load(session);
      const fold = await store.folds.get(session, id);
      return pageOfViews(await entriesOf(store, session, fold), opened, choices.count);
    },
  };
}

/** The folds of a run, where nothing that stands folds the same messages. */
function restorableFolds({ transcript, folds: standing }: Conversation, folds: readonly Fold[]): readonly Fold[] {
  const at = positionsOf(transcript);
  const overlaps = (one: Fold, other: Fold) => {
    const [a, b] = [rangeOf(at, one), rangeOf(at, other)];
    return a.from <= b.to && b.from <= a.to;
  };
  const isThere = (fold: Fold) => rangeOf(at, fold).to >= 0;
  if (folds.length > 0 && folds.every((fold) => isThere(fold) && !standing.some((other) => overlaps(fold, other)))) return folds;
  throw new SessionError(
    'conflict',
    'This cannot be redone: it stands already, or something newer condenses the same messages.',
    {
      todo: 'Undo what is newer first, or condense again.',
    },
  );
}

/** The engine's refusals in this layer's words. */
function translateRefusal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FoldCovered)
      throw new SessionError('fold-covered', error.message, {
        todo: `Undo ${error.cover} first.`,
        facts: { fold: error.fold, cover: error.cover },
      });
    if (error instanceof NoSuchFold)
      throw new SessionError('not-found', error.message, {
        todo: 'List what was condensed and choose one that is in force.',
        facts: { id: error.id },
      });
    throw error;
  }
}

function foldViews(context: Context, shown: ReadonlySet<string>, createdAt: (run: string) => number): readonly FoldView[] {
  const at = positionsOf(openContext(context).transcript);
  return context.folds.map((fold): FoldView => {
    const { id, run, group, kind, target, text, by, before, after, lossless, evidence } = fold;
    return {
      id,
      run,
      ...(group === undefined ? {} : { group }),
      kind,
      target,
      ...rangeOf(at, fold),
      text,
      by,
      before,
      after,
      lossless,
      ...(evidence === undefined ? {} : { evidence }),
      active: true,
      covered: !shown.has(id),
      createdAt: createdAt(run),
      edited: by === EDITOR,
    };
  });
}
