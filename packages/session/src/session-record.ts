import type { Message } from '@tenfold/core';
import { appendTo } from './conversation/append-to.ts';
import { changeHead } from './conversation/change-head.ts';
import { entryViews } from './conversation/entry-view.ts';
import { withTextFiles } from './conversation/text-files.ts';
import type { SessionParts } from './session-parts.ts';
import type { Sessions } from './sessions.ts';
import { titleFrom } from './title-from.ts';
import { messageOf } from './turn/user-message.ts';

type Record = Pick<Sessions, 'entries' | 'append' | 'appended' | 'protect' | 'revisions' | 'dropRevision'>;

const MAX_ENTRIES = 1_000;

/** Reading and writing the record of sessions. */
export function recordOn(parts: SessionParts): Record {
  const { deps, loader } = parts;
  const { store, events, now } = deps;
  return {
    async entries(id, { before, limit = 50, branch } = {}) {
      const { opened, choices, branch: current } = await loader.load(id, branch);
      const page = await store.entries.page(id, {
        branch: current,
        limit: Math.min(Math.max(1, limit), MAX_ENTRIES),
        ...(before === undefined ? {} : { before }),
      });
      const entries = entryViews(page, opened, choices.count);
      return { entries, total: opened.context.length, hasMore: (entries[0]?.position ?? 0) > 0 };
    },
    async append(id, { messages, idempotencyKey: key, expect, branch: named, actor }) {
      const loaded = await loader.load(id, named);
      const { session, choices } = loaded;
      const given = messages.map((message) => withTextFiles(messageOf(message)));
      const { entries, appended } = await appendTo(parts.deps, loader, loaded, {
        entries: given.map((message) => ({ message, countedTokens: choices.count.message(message) })),
        ...(key === undefined ? {} : { key }),
        ...(expect === undefined ? {} : { expect }),
        ...(session.title === '' ? titleFrom(given.find(({ role }) => role === 'user')) : {}),
        actor: actor ?? null,
      });
      const { version } = appended.head;
      if (appended.repeated) {
        const { opened } = await loader.load(id, named);
        return { entries: entryViews(appended.entries, opened, choices.count), version };
      }
      parts.noticed(id, loaded.branch, given);
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
      const { branch } = await loader.load(id);
      await store.entries.get(id, entry);
      const { version } = await changeHead(store, { session: id, branch, at: now() }, (conversation) => {
        const kept = new Set(conversation.protected);
        if (value) kept.add(entry);
        else kept.delete(entry);
        return { conversation: { ...conversation, protected: kept } };
      });
      await events.publish(id, 'head', { version, branch, why: 'protect' }, actor);
      await parts.tellStatus(id);
      return { version };
    },
  };
}
