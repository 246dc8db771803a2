import {
  type EntryId,
  type Head,
  type Message,
  prefixHash,
  type ThinkingBinding,
  type View,
  withBoundThinking,
} from '@tenfold/core';
import type { MendingKind } from '@tenfold/dialects';
import { type SessionId, sameIds } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { ReadyProfile } from '../settings/ready-profile.ts';
import { frameName, madeOn, type RequestNote } from './entry-note.ts';
import type { LoadedSession } from './load-session.ts';
import { measure } from './status.ts';

type Shape = Pick<Head, 'folds' | 'protected'>;

/** Sessions whose last note is known, on the branch it was made on. Others are only written in full once more. */
const KNOWN = 256;

/** Sessions whose last request is remembered; of others it is not known what a provider has cached. */
const MAX_SENT = 256;

/** What a provider saw last of a session. */
interface Sent {
  readonly messages: readonly Message[];
  readonly upTo: EntryId | null;
}

/** What is remembered of requests, and written down of what they were made of. Hundreds of folds are named once, not with every answer. */
export class RequestNotes {
  readonly sent = new BoundedMap<SessionId, Sent>(MAX_SENT);
  /** How much of each kind was mended in the last one. */
  readonly mended = new BoundedMap<SessionId, ReadonlyMap<MendingKind, number>>(MAX_SENT);
  /** What models refused of them, by session and model: they are asked without it. */
  readonly withheld = new BoundedMap<string, ReadonlySet<string>>(MAX_SENT);
  readonly #last = new BoundedMap<SessionId, Shape & { readonly branch: string; readonly entry: EntryId }>(KNOWN);

  /** The note of a request as it is sent. */
  of(loaded: LoadedSession, cost: number | null): RequestNote {
    const { head } = loaded.opened.context;
    const facts = { tokens: measure(loaded).used, cost, frame: frameName(loaded.frame) };
    const last = this.#last.get(loaded.session.id);
    return last?.branch === loaded.branch && sameIds(last.folds, head.folds) && sameIds(last.protected, head.protected)
      ? { ...facts, like: last.entry }
      : { ...facts, folds: head.folds, protected: head.protected };
  }

  /** The answer that carries a note in full is stored. */
  remember({ session, branch, opened }: LoadedSession, entry: EntryId): void {
    const { folds, protected: held } = opened.context.head;
    this.#last.set(session.id, { branch, folds, protected: held, entry });
  }
}

type Shown = Pick<LoadedSession, 'choices' | 'opened'>;

/** What is sent of a session: its view, without thinking that the model would refuse where it now stands (C17). */
export function sentView(loaded: Shown): View {
  const { profile } = loaded.choices;
  return profile?.bindsThinking ? withBoundThinking(loaded.opened.view, bindingOf(loaded, profile)) : loaded.opened.view;
}

/** What an answer to this request remembers, where its model binds thinking. */
export function prefixOf(loaded: Shown, profile: ReadyProfile): string {
  return prefixHash(sentView(loaded), bindingOf(loaded, profile));
}

function bindingOf({ choices }: Shown, { endpoint: { provider, model } }: ReadyProfile): ThinkingBinding {
  return { to: `${provider}:${model}:${String(choices.value('summaryRole'))}`, madeOn };
}
