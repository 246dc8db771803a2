import type { EntryId, Head } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import { frameName, type RequestNote } from './entry-note.ts';
import type { LoadedSession } from './load-session.ts';
import { measure } from './status.ts';

type Shape = Pick<Head, 'folds' | 'protected'>;

/** Branches whose last note is known. More are only written in full once more. */
const KNOWN = 256;

/** Writes down what requests were made of. Hundreds of folds are named once, not with every answer. */
export class RequestNotes {
  readonly #last = new BoundedMap<string, Shape & { readonly entry: EntryId }>(KNOWN);

  /** The note of a request as it is sent. */
  of(loaded: LoadedSession, cost: number | null): RequestNote {
    const { head } = loaded.opened.context;
    const facts = { tokens: measure(loaded).used, cost, frame: frameName(loaded.frame) };
    const last = this.#last.get(keyOf(loaded.session.id, loaded.branch));
    return last !== undefined && isSame(last, head)
      ? { ...facts, like: last.entry }
      : { ...facts, folds: head.folds, protected: head.protected };
  }

  /** The answer that carries a note is stored. */
  stored({ session, branch, opened }: LoadedSession, note: RequestNote, entry: EntryId): void {
    if (note.folds === undefined) return;
    const { folds, protected: held } = opened.context.head;
    this.#last.set(keyOf(session.id, branch), { folds, protected: held, entry });
  }
}

function keyOf(session: SessionId, branch: string): string {
  return `${session}\n${branch}`;
}

function isSame(a: Shape, b: Shape): boolean {
  return areSame(a.folds, b.folds) && areSame(a.protected, b.protected);
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}
