import type { Message } from '@tenfold/core';
import type { PendingAnswer, SessionId, StoredHead } from '@tenfold/store';
import type { Frames } from '../conversation/frames.ts';
import type { LoadedSession, SessionLoader } from '../conversation/load-session.ts';
import type { RequestNotes } from '../conversation/request-notes.ts';
import type { Dependencies } from '../dependencies.ts';
import type { BackgroundFolds, UsualOrder } from '../folding/background-folds.ts';
import type { FoldScheduler } from '../folding/fold-scheduler.ts';
import type { FoldHistory } from '../folding/fold-trigger.ts';
import type { Recall } from '../recall.ts';
import type { Chooser } from '../settings/choices.ts';
import type { ReadyProfile } from '../settings/ready-profile.ts';
import type { PartialAnswer } from './stream-step.ts';
import type { TurnEvent } from './turn-event.ts';

/** What turns are taken with. */
export interface TurnParts
  extends Pick<Dependencies, 'store' | 'events' | 'lease' | 'meter' | 'log' | 'now' | 'monotonic' | 'observe'> {
  readonly loader: SessionLoader;
  readonly scheduler: FoldScheduler;
  readonly folds: Pick<FoldHistory, 'state' | 'refresh'>;
  readonly backgroundFolds: Pick<BackgroundFolds, 'enqueue'>;
  readonly chooser: Chooser;
  readonly recall: Recall;
  readonly frames: Frames;
  readonly send: typeof fetch;
  readonly requests: RequestNotes;
  /** Whether the process that held a lease will never come back to what it left. */
  isDead(lease: number | null): Promise<boolean>;
  readonly usualOrder: UsualOrder;
  /** Learns the limits of a model that answers, where they are only assumed. */
  learnLimits(profile: ReadyProfile): void;
  /** Names a conversation that began untitled, once it is answered. */
  keepTitle(loaded: LoadedSession, version: number): void;
  /** Looks at what was appended for something worth a checkpoint. */
  watch(head: StoredHead, messages: readonly Message[]): void;
}

/** Why turns end that nobody stopped: their process does. */
export const CLOSING = new DOMException('This process ends.', 'AbortError');

/** How the process that takes a turn steers it, and what it is told of it. */
export interface TurnControl {
  /** Ends it; what has come is kept. */
  readonly signal: AbortSignal;
  /** The process leaves: the turn is offered to others as soon as no tool is at work for it. */
  readonly leaving: AbortSignal;
  /** Offers it to others; false where none took it. */
  handOver(): Promise<boolean>;
  emit(event: TurnEvent): void;
}

/** A turn under way. */
export interface Turn extends TurnControl {
  readonly parts: TurnParts;
  readonly session: SessionId;
  branch: string;
  /** The session as the turn has brought it: loaded once, grown by what it stores. */
  loaded: LoadedSession;
  /** Row of the message where it had to wait: it goes when the message is in the record. */
  readonly waiting: PendingAnswer | null;
  readonly partial: PartialAnswer;
  readonly actor: string | null;
  /** Version of its session, where that had no title as the turn began. */
  readonly untitled: number | null;
  /** What another process had of the answer, until more has come. */
  readonly before: Message | null;
}
