import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportFormat, Session } from '@tenfold/contract';
import { formatCount, MAX_NAME, messageText } from '@tenfold/core';
import { isRequest } from '@tenfold/core/evidence';
import type { Conversation, SkippedLines } from '@tenfold/dialects';
import type { SessionId, Store, StoredEntry } from '@tenfold/store';
import { withoutNote } from '../conversation/entry-note.ts';
import type { SessionLoader } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { sessionView } from '../sessions.ts';
import { titleFrom } from '../title-from.ts';
import { type ExportedFile, writeExport } from './export-file.ts';
import { copySession, type ImportParts, importConversations } from './import-file.ts';
import { notedMessage } from './noted-message.ts';
import { type FileText, readFile } from './read-file.ts';
import { withLittleMemory } from './spare-memory.ts';

/** What an import brought. */
export interface Imported {
  readonly sessions: readonly Session[];
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
}

/** Sessions to files and back. */
export interface Exchange {
  exportFile(session: SessionId, format: ExportFormat): Promise<ExportedFile>;
  /** Sessions with the titles and dates of their file, or all with the given title. Reads in slices, reports how many messages are written, and gives up when the signal does. */
  importFile(
    file: { name: string; text: FileText; title?: string },
    options?: { readonly signal?: AbortSignal; progress?(messages: number): void },
  ): Promise<Imported>;
  /** A session of another store as a new one here: its entries, branches, folds, checkpoints and settings, so that its context is the same. */
  copySession(given: { readonly from: Store; readonly session: SessionId; readonly title: string }): Promise<SessionId>;
}

/** Entries read at a time. */
const AT_ONCE = 500;

/** Exchange over a store. */
export function createExchange(
  deps: Pick<Dependencies, 'store' | 'now' | 'lease'>,
  loader: Pick<SessionLoader, 'loadFrame'>,
  choicesFor: ImportParts['choicesFor'],
): Exchange {
  const { store } = deps;
  const all = async (session: SessionId, branch: string): Promise<readonly StoredEntry[]> => {
    const pages: StoredEntry[][] = [];
    for (let before: number | undefined; ; ) {
      const page = await store.entries.page(session, { branch, limit: AT_ONCE, ...(before === undefined ? {} : { before }) });
      pages.unshift([...page]);
      before = page[0]?.position;
      if (before === undefined || before === 0) return pages.flat();
      await nextTurn();
    }
  };
  return {
    async exportFile(session, format) {
      const { frame, branch, session: row } = await loader.loadFrame(session);
      const entries = await all(session, branch);
      return writeExport(format, {
        title: row.title || 'Conversation',
        id: session,
        created: row.createdAt,
        updated: row.updatedAt,
        frame,
        messages: entries.map((entry) => (isForModel(format) ? withoutNote(entry.message) : notedMessage(entry))),
        times: entries.map(({ createdAt }) => createdAt),
      });
    },
    async importFile({ name, text, title }, { signal, progress = () => {} } = {}) {
      let [read, messages] = [0, 0];
      const empty: number[] = [];
      let skipped: SkippedLines = { count: 0, lines: [] };
      async function* conversations() {
        const file = readFile(text, signal);
        for (let next = await file.next(); ; next = await file.next()) {
          if (next.done) {
            skipped = next.value;
            return;
          }
          const isOneOfMany = read + next.value.filter(({ isMore }) => !isMore).length > 1 || isOfLines(next.value[0]);
          for (const conversation of next.value) {
            if (!conversation.isMore) read++;
            if (conversation.messages.length === 0 && !conversation.isMore) empty.push(conversation.line);
            else yield { conversation, title: title ?? titleFor(name, conversation, isOneOfMany) };
          }
        }
      }
      const onWritten = (more: number) => {
        messages += more;
        progress(messages);
      };
      const made = await withLittleMemory(() =>
        importConversations({ ...deps, choicesFor }, conversations(), { signal, onWritten }),
      );
      return {
        sessions: await listed(made),
        skipped: [...skippedLines(skipped), ...empty.map((line) => ({ line, reason: 'This conversation has no messages.' }))],
      };
    },
    copySession: (given) => copySession(deps, given),
  };

  /** Sessions as they are listed: how full each is, which takes reading it, is told when it is opened. */
  async function listed(ids: readonly SessionId[]): Promise<readonly Session[]> {
    const all: Session[] = [];
    for (const id of ids) {
      const [session] = await store.sessions.list({ id });
      if (session !== undefined) all.push(sessionView(session, undefined));
      if (all.length % 10 === 0) await nextTurn();
    }
    return all;
  }
}

/** Whether a file is a request that a model's API takes, which knows nothing of our notes. */
function isForModel(format: ExportFormat): boolean {
  return format === 'openai' || format === 'anthropic';
}

function skippedLines({ lines, count }: SkippedLines): readonly { readonly line: number; readonly reason: string }[] {
  return lines.map((line, index) => {
    const more = index === lines.length - 1 ? count - lines.length : 0;
    const others = more === 0 ? '' : ` (and ${formatCount(more)} lines after it)`;
    return { line, reason: `This line could not be read${others}.` };
  });
}

/** Conversations of such a file come one by one, so that the first does not know of the others. */
function isOfLines(conversation: Conversation | undefined): boolean {
  return conversation?.format.container === 'body-lines' && conversation.format.importedFrom === undefined;
}

/** Letters of a title at most: of one that a file brings, and of one that is made here. */
const LONGEST = { given: MAX_NAME, made: 120 } as const;
/** Names that programs give their files: ids, dates, what the file is. */
const BY_PROGRAM =
  /^(?:rollout-|session[-_]|conversations?$|messages?$|export|chat[-_]?history|transcript$)|[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$|^\d{6,}/i;

/** What an imported conversation is called: as its file calls it, else as the file is called by people, else by what was said first. */
function titleFor(name: string, conversation: Conversation, isOneOfMany: boolean): string {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.(?:jsonl?|txt|md)$/i, '');
  const said = BY_PROGRAM.test(stem) || isOneOfMany ? firstWords(conversation) : undefined;
  const numbered = isOneOfMany && conversation.id !== undefined ? `${stem} ${conversation.id}` : stem;
  if (conversation.title !== undefined) return conversation.title.slice(0, LONGEST.given).toWellFormed();
  return [...(said ?? numbered)].slice(0, LONGEST.made).join('') || 'Imported conversation';
}

/** The beginning of the first thing a person said; a program may have said something in their name before. */
function firstWords({ messages }: Conversation): string | undefined {
  const asked = messages.find((message) => message.role === 'user' && isRequest(messageText(message)));
  return titleFrom(asked).title;
}
