import type { JsonObject } from '@tenfold/core';

/** Work that nobody waits for, done by whichever process does such work. */
export interface Task {
  readonly id: string;
  readonly owner: string;
  readonly kind: string;
  readonly input: JsonObject;
  /** How often it was begun, this time included. */
  readonly attempt: number;
}

/** A task that was tried as often as it may be. */
export interface DeadTask extends Task {
  readonly reason: string;
}

/** A task to be put in line. */
export interface NewTask extends Pick<Task, 'owner' | 'kind'> {
  readonly input?: JsonObject;
  /** While one with this key waits or is done, no other is put in line. */
  readonly key?: string;
  /** How often it is tried again, and how long to wait before the first time; each pause is about twice the one before. */
  readonly retries?: number;
  readonly pauseMs?: number;
}

/** Who works. */
export interface Worker {
  readonly lease: number;
  /** Whether the process that held a lease will never come back to what it left. */
  isDead(lease: number | null): Promise<boolean>;
  /** What throws is tried again. Told to end by `signal`, it throws too. */
  run(task: Task, signal: AbortSignal): Promise<void>;
  /** Hears of the queue's own troubles. */
  onError(error: unknown): void;
}

/**
 * A line of tasks over all owners and processes. A task is handed out again when its process dies, so its effect must carry its own
 * condition, such as the head it was made on: then it takes place once.
 */
export interface Queue {
  /** Puts a task in line; false where one with its key is there already. */
  put(task: NewTask): Promise<boolean>;
  /** Works until it is stopped. What is under way then is told to end and goes back in line. */
  work(worker: Worker): Promise<{ stop(): Promise<void> }>;
  /** Tasks that wait or are being done. */
  size(): Promise<number>;
  dead(): Promise<readonly DeadTask[]>;
}

export const RETRIES = 5;
export const PAUSE_MS = 1_000;
/** Tasks a process does at once. */
export const AT_ONCE = 4;
