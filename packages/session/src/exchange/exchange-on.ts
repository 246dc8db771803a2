import { formatCount } from '@tenfold/core';
import type { SessionId, StoredEntry } from '@tenfold/store';
import { withoutNote } from '../conversation/entry-note.ts';
import type { SessionLoader } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Sessions } from '../sessions.ts';
import type { Exchange } from './exchange.ts';
import { type ImportParts, importConversations } from './import-file.ts';
import { readFile } from './read-file.ts';
import { writtenAs } from './written.ts';

/** Entries read at a time. */
const AT_ONCE = 500;

/** Exchange over a store. */
export function exchangeOn(
  deps: Dependencies,
  loader: SessionLoader,
  sessions: Sessions,
  counterFor: ImportParts['counterFor'],
): Exchange {
  const { store } = deps;
  const all = async (session: SessionId): Promise<readonly StoredEntry[]> => {
    const { branch } = await loader.load(session);
    const pages: StoredEntry[][] = [];
    for (let before: number | undefined; ; ) {
      const page = await store.entries.page(session, { branch, limit: AT_ONCE, ...(before === undefined ? {} : { before }) });
      pages.unshift([...page]);
      before = page[0]?.position;
      if (before === undefined || before === 0) return pages.flat();
    }
  };
  return {
    async exportFile(session, format) {
      const { frame, session: row } = await loader.load(session);
      const entries = await all(session);
      return writtenAs(format, {
        title: row.title || 'Conversation',
        id: session,
        frame,
        messages: entries.map(({ message }) => withoutNote(message)),
      });
    },
    async importFile({ name, text }, signal) {
      const read = await readFile(text, signal);
      const full = read.filter(({ messages }) => messages.length > 0);
      const titled = full.map((conversation) => ({ conversation, title: titleFor(name, conversation.id, read.length) }));
      const made = await importConversations({ deps, counterFor }, titled, signal);
      const skipped = read.flatMap(({ skippedLines = [], skippedCount = 0 }) =>
        skippedLines.map((line, index) => {
          const more = index === skippedLines.length - 1 ? skippedCount - skippedLines.length : 0;
          const others = more === 0 ? '' : ` (and ${formatCount(more)} lines after it)`;
          return { line, reason: `This line could not be read${others}.` };
        }),
      );
      const empty = read
        .filter(({ messages }) => messages.length === 0)
        .map(({ line }) => ({ line, reason: 'This conversation has no messages.' }));
      return { sessions: await Promise.all(made.map(sessions.get)), skipped: [...skipped, ...empty] };
    },
  };
}

function titleFor(name: string, id: string | undefined, count: number): string {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.(?:jsonl?|txt|md)$/i, '');
  const title = count > 1 && id !== undefined ? `${stem} ${id}` : stem;
  return [...title].slice(0, 120).join('') || 'Imported conversation';
}
