import type { EntryId, Head } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { Laid } from './desk.ts';
import { frameName, type RequestNote } from './request-note.ts';
import { measure } from './status.ts';

type Shape = Pick<Head, 'folds' | 'protected'>;

/** Branches whose last note is known. More are only written in full once more. */
const KNOWN = 256;

/** Writes down what requests were made of. Hundreds of folds are named once, not with every answer. */
export class RequestNotes {
  readonly #last = new Map<string, Shape & { readonly entry: EntryId }>();

  /** The note of a request as it is sent. */
  of(laid: Laid, cost: number | null): RequestNote {
    const { head } = laid.opened.context;
    const facts = { tokens: measure(laid).used, cost, frame: frameName(laid.frame) };
    const last = this.#last.get(keyOf(laid.session.id, laid.branch));
    return last !== undefined && isSame(last, head)
      ? { ...facts, like: last.entry }
      : { ...facts, folds: head.folds, protected: head.protected };
  }

  /** The answer that carries a note is stored. */
  stored({ session, branch, opened }: Laid, note: RequestNote, entry: EntryId): void {
    if (note.folds === undefined) return;
    const { folds, protected: held } = opened.context.head;
    const key = keyOf(session.id, branch);
    this.#last.delete(key);
    this.#last.set(key, { folds, protected: held, entry });
    const [oldest] = this.#last.keys();
    if (this.#last.size > KNOWN && oldest !== undefined) this.#last.delete(oldest);
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
