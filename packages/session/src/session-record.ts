import { type Message, messageText } from '@tenfold/core';
import { changeHead } from './conversation/change-head.ts';
import { entryViews, newEntryViews } from './conversation/entry-view.ts';
import type { SessionParts } from './session-parts.ts';
import type { Sessions } from './sessions.ts';
import { messageOf } from './turn/user-message.ts';

type Record = Pick<Sessions, 'entries' | 'append' | 'appended' | 'protect' | 'revisions' | 'dropRevision'>;

const MOST_ENTRIES = 1_000;

/** Reading and writing the record of sessions. */
export function recordOn(parts: SessionParts): Record {
  const { ground, desk } = parts;
  const { store, bulletin, now } = ground;
  return {
    async entries(id, { before, limit = 50, branch } = {}) {
      const { opened, choices, branch: current } = await desk.lay(id, branch);
      const page = await store.entries.page(id, {
        branch: current,
        limit: Math.min(Math.max(1, limit), MOST_ENTRIES),
        ...(before === undefined ? {} : { before }),
      });
      const entries = entryViews(page, opened, choices.count);
      return { entries, total: opened.context.length, hasMore: (entries[0]?.position ?? 0) > 0 };
    },
    async append(id, { messages, idempotencyKey, expect, branch: named, actor }) {
      const { session, choices, branch, frame } = await desk.lay(id, named);
      const given = messages.map(messageOf);
      const appended = await store.entries.append({
        session: id,
        branch,
        entries: given.map((message) => ({ message, countedTokens: choices.count.message(message) })),
        ...(idempotencyKey === undefined ? {} : { key: idempotencyKey }),
        ...(expect === undefined ? {} : { expect }),
        at: now(),
      });
      desk.conversations.grew(id, branch, appended);
      const { version, head } = appended.head;
      const entries = appended.repeated
        ? entryViews(appended.entries, await desk.conversations.open(id, branch, frame), choices.count)
        : newEntryViews(appended.entries, head.protected, choices.count);
      if (!appended.repeated) {
        for (const entry of entries)
          void bulletin.tell(id, 'entry', { entry, version, branch, idempotencyKey: idempotencyKey ?? null }, actor);
        parts.noticed(id, branch, given);
        const first = given.find(({ role }) => role === 'user');
        if (session.title === '') await titled(parts, id, first);
      }
      return { entries, version };
    },
    appended: (id, keys) => store.entries.appended(id, keys),
    async revisions(id) {
      const kept = (await store.revisions.list(id)).filter(({ kind }) => kind === 'append');
      return kept.map(({ id, branch, content, createdAt }) => {
        const messages = (content as unknown as readonly Message[]).map(({ role, parts }) => ({ role, parts }));
        return { id, branch, messages, createdAt };
      });
    },
    async dropRevision(id, revision) {
      await store.revisions.get(id, revision);
      await store.revisions.remove(id, revision);
    },
    async protect(id, entry, value, actor) {
      const { branch } = await desk.lay(id);
      await store.entries.get(id, entry);
      const { version } = await changeHead(store, { session: id, branch, at: now() }, (conversation) => {
        const kept = new Set(conversation.protected);
        if (value) kept.add(entry);
        else kept.delete(entry);
        return { conversation: { ...conversation, protected: kept } };
      });
      await bulletin.tell(id, 'head', { version, branch, why: 'protect' }, actor);
      await parts.tellStatus(id);
      return { version };
    },
  };
}

/** Characters of a title taken from the first message. */
const TITLE = 60;

/** A session without a title is called by the first thing said in it. */
export async function titled(
  { ground: { store, now, bulletin } }: Pick<SessionParts, 'ground'>,
  id: string,
  first: Parameters<typeof messageText>[0] | undefined,
): Promise<void> {
  if (first === undefined) return;
  const { title } = await store.sessions.get(id);
  const words = messageText(first).replace(/\s+/g, ' ').trim();
  if (title !== '' || words === '') return;
  const cut =
    words.length <= TITLE
      ? words
      : `${words
          .slice(0, TITLE)
          .replace(/[\uD800-\uDBFF]$/, '')
          .replace(/\s\S*$/, '')}…`;
  await store.sessions.update(id, { title: cut, at: now() });
  await bulletin.tell(id, 'session', { id, title: cut });
}
