import type { ClientMessage, Entry, EntryPage, KeptText } from '@tenfold/contract';
import type { EntryId, Message } from '@tenfold/core';
import type { SessionId, StoredHead } from '@tenfold/store';
import { appendTo } from './conversation/append-to.ts';
import { changeHead } from './conversation/change-head.ts';
import { pageOfViews, withTextFiles } from './conversation/entry-note.ts';
import type { Frames } from './conversation/frames.ts';
import { countAhead, type LoadedSession, type SessionLoader } from './conversation/load-session.ts';
import type { FoldState } from './conversation/status.ts';
import type { Dependencies } from './dependencies.ts';
import type { Chooser } from './settings/choices.ts';
import { titleFrom } from './title-from.ts';
import { messageOf } from './turn/user-message.ts';

/** What sessions need. */
export interface SessionParts extends Pick<Dependencies, 'store' | 'events' | 'log' | 'now' | 'strategies'> {
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  readonly frames: Frames;
  foldState(session: SessionId): FoldState;
  publishStatus(session: SessionId): Promise<void>;
  /** Ends what is under way in a session, turns and folds, in order. */
  settle(session: SessionId): Promise<void>;
  watch(head: StoredHead, messages: readonly Message[]): void;
}

/** The record of sessions: what was said, and what of it is protected. */
export interface SessionRecord {
  entries(id: SessionId, page?: { before?: number; limit?: number; branch?: string }): Promise<EntryPage>;
  /** Appends without a model call. With `expect`, a head that moved is a conflict and the text is kept as a revision. */
  append(
    id: SessionId,
    request: {
      messages: readonly (ClientMessage | Message)[];
      idempotencyKey?: string;
      expect?: number;
      branch?: string;
      actor?: string;
    },
  ): Promise<{ readonly entries: readonly Entry[]; readonly version: number }>;
  /** Which of these idempotency keys have their messages in the record. */
  appended(id: SessionId, keys: readonly string[]): Promise<readonly string[]>;
  revisions(id: SessionId): Promise<readonly KeptText[]>;
  dropRevision(id: SessionId, revision: string): Promise<void>;
  protect(id: SessionId, entry: EntryId, value: boolean, actor?: string): Promise<{ readonly version: number }>;
}

const MAX_ENTRIES = 1_000;

/** Reading and writing the record of sessions. */
export function createSessionRecord(parts: SessionParts): SessionRecord {
  const { store, events, now, loader } = parts;
  return {
    async entries(id, { before, limit = 50, branch } = {}) {
      const { opened, choices, branch: current } = await loader.load(id, branch);
      const page = await store.entries.page(id, {
        branch: current,
        limit: Math.min(Math.max(1, limit), MAX_ENTRIES),
        ...(before === undefined ? {} : { before }),
      });
      const entries = await pageOfViews(page, opened, choices.count);
      return { entries, total: opened.context.length, hasMore: (entries[0]?.position ?? 0) > 0 };
    },
    async append(id, { messages, idempotencyKey: key, expect, branch: named, actor }) {
      const given = messages.map((message) => withTextFiles(messageOf(message)));
      const addition = async ({ session, choices }: LoadedSession) => {
        await countAhead(given, choices.count);
        return {
          entries: given.map((message) => ({ message, countedTokens: choices.count.message(message) })),
          ...(key === undefined ? {} : { key }),
          ...(expect === undefined ? {} : { expect }),
          ...(session.title === '' ? titleFrom(given.find(({ role }) => role === 'user')) : {}),
          actor: actor ?? null,
        };
      };
      const kept = named === undefined ? loader.kept(id) : null;
      const soon = kept && (await appendTo(parts, loader, kept, await addition(kept), store.entries.appendAtEnd));
      const loaded = soon?.loaded ?? (await loader.load(id, named));
      const { entries, appended } = soon ?? (await appendTo(parts, loader, loaded, await addition(loaded), store.entries.append));
      const { choices } = loaded;
      const { version } = appended.head;
      if (appended.repeated) {
        const { opened } = await loader.load(id, named);
        return { entries: await pageOfViews(appended.entries, opened, choices.count), version };
      }
      parts.watch(appended.head, given);
      return { entries, version };
    },
    appended: (id, keys) => store.entries.appended(id, keys),
    async revisions(id) {
      const kept = (await store.revisions.list(id)).filter(({ kind }) => kind === 'append');
      return kept.map(({ id, branch, content, createdAt }) => {
        // Believed: what is kept of an append is the messages that were to be appended.
        const messages = (content as unknown as readonly Message[]).map(({ role, parts }) => ({ role, parts }));
        return { id, branch, messages, createdAt };
      });
    },
    async dropRevision(id, revision) {
      await store.revisions.get(id, revision);
      await store.revisions.remove(id, revision);
    },
    async protect(id, entry, value, actor) {
      const { branch } = await loader.load(id);
      await store.entries.get(id, entry);
      const { version } = await changeHead(store, { session: id, branch, at: now() }, (conversation) => {
        const kept = new Set(conversation.protected);
        if (value) kept.add(entry);
        else kept.delete(entry);
        return { conversation: { ...conversation, protected: kept } };
      });
      await events.publish(id, 'head', { version, branch, why: 'protect' }, actor);
      await parts.publishStatus(id);
      return { version };
    },
  };
}
