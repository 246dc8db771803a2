import type { SearchHit } from '@tenfold/contract';
import { type EntryId, messageText, type Role } from '@tenfold/core';
import { bestPassage, companyOf, expandedText, rankByWords, recalledText, wholeIn, wordsOf } from '@tenfold/core/recall';
import { type Hit, NotFound, type SessionId, type Store, type StoredEntry } from '@tenfold/store';
import { noteOf } from './conversation/entry-note.ts';
import type { LoadedSession, SessionLoader } from './conversation/load-session.ts';
import { entriesOf } from './folding/fold-range.ts';
import { SessionError } from './session-error.ts';
import { OFFLINE_MODEL } from './settings/model-limits.ts';

/** A piece of the record, word for word. */
export interface Passage {
  readonly position: number;
  readonly role: Role;
  readonly text: string;
}

/** Getting text back, whether it is folded or not. */
export interface Recall {
  /** Passages with all words; of one session where it is named. */
  search(text: string, filter?: { session?: SessionId; limit?: number }): Promise<readonly SearchHit[]>;
  /** The best passages with any of the words. What the model still sees of the running turn is not recalled. */
  passages(session: SessionId, query: string, limit?: number, all?: boolean, branch?: string): Promise<readonly Passage[]>;
  /** The same with the short messages around them, as text for a model; one outside the turn is given `all`, since it sees nothing of it. On the current branch unless another is named. */
  recall(session: SessionId, query: string, limit?: number, all?: boolean, branch?: string): Promise<string>;
  /** What a fold stands for, or the message with this number, as text for a model. */
  expand(session: SessionId, record: string, branch?: string): Promise<string>;
}

/** Hits looked at for each word, and words of a query that are looked for. */
const PER_WORD = 60;
const MAX_WORDS = 12;

/** Recall over a store. */
export function createRecall(store: Store, loader: SessionLoader): Recall {
  const passages: Recall['passages'] = async (session, query, limit = 3, all = false, branch) => {
    const { opened } = await loader.load(session, branch);
    const words = wordsOf(query).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const hits = await Promise.all(words.map((word) => store.search.entries({ text: word, session, limit: PER_WORD })));
    const seen = all ? new Set<number>() : seenOfTurn(opened);
    const ranked = rankByWords(words, hits, (hit) => !seen.has(hit.position)).slice(0, limit * 3);
    const found: Passage[] = [];
    for (const hit of ranked) {
      if (found.length >= limit) break;
      const entry = await onBranch(hit, opened.context.head.position);
      const text = entry === null ? '' : bestPassage(messageText(entry.message), words);
      if (entry !== null && text !== '' && !found.some((other) => other.text === text))
        found.push({ position: entry.position, role: entry.message.role, text });
    }
    return found.sort((a, b) => a.position - b.position);
  };
  /** The entry of a hit, if it stands on the branch that is talked about. */
  const onBranch = async ({ session, entry, position }: Hit, end: EntryId | null): Promise<StoredEntry | null> => {
    const [there] = end === null ? [] : await store.entries.range(session, end, position, position);
    // What the offline model says is quoted from the record itself.
    return there?.id === entry && noteOf(there.message).model !== OFFLINE_MODEL.id ? there : null;
  };
  /** Passages with the short messages they stand between; `seen` ones are left out. */
  const inCompany = async (session: SessionId, found: readonly Passage[], all: boolean, branch?: string) => {
    const { opened } = await loader.load(session, branch);
    const end = opened.context.head.position;
    const seen = all ? new Set<number>() : seenOfTurn(opened);
    const said = new Map(found.map((passage) => [passage.position, passage]));
    for (const { position } of found) {
      const around = end === null ? [] : await store.entries.range(session, end, Math.max(0, position - 1), position + 1);
      const entries = new Map(around.map((entry) => [entry.position, entry]));
      const textAt = (at: number) => (seen.has(at) ? '' : messageText(entries.get(at)?.message ?? { role: 'user', parts: [] }));
      for (const at of companyOf(position, textAt)) {
        const entry = entries.get(at) as StoredEntry;
        if (!said.has(at)) said.set(at, { position: at, role: entry.message.role, text: textAt(at) });
      }
    }
    return [...said.values()].sort((a, b) => a.position - b.position);
  };
  /** A message of the current branch by its number, counted from 1. */
  const numbered = async (session: SessionId, number: number, branch?: string): Promise<StoredEntry> => {
    const end = (await loader.load(session, branch)).opened.context.head.position;
    const [entry] = end === null ? [] : await store.entries.range(session, end, number - 1, number - 1);
    if (entry === undefined) throw notFound(`There is no message ${number}.`);
    return entry;
  };
  return {
    passages,
    async search(text, { session, limit } = {}) {
      const hits = await store.search.entries({
        text,
        ...(session === undefined ? {} : { session }),
        ...(limit === undefined ? {} : { limit }),
      });
      // Of a session that cannot be opened nothing is in context; that it cannot is told where it is opened.
      return Promise.all(hits.map(async (hit) => hitView(hit, await inContext(loader, hit).catch(() => false))));
    },
    async recall(session, query, limit = 5, all = false, branch) {
      return recalledText(await inCompany(session, await passages(session, query, limit, all, branch), all, branch));
    },
    async expand(session, record, branch) {
      if (/^\d{1,9}$/.test(record)) return expandedText([await numbered(session, Number(record), branch)]);
      const fold = await store.folds.get(session, record).catch((error: unknown) => {
        throw error instanceof NotFound ? notFound(`There is no record with the id ${record}.`) : error;
      });
      return expandedText(await entriesOf(store, session, fold));
    },
  };
}

function notFound(message: string): SessionError {
  return new SessionError('not-found', message, { todo: 'Use the id of a record in the context, or the number of a message.' });
}

/** Positions from the latest request on that are in view and whole: folded and cut steps are recalled like anything older. */
function seenOfTurn({ view, seams }: LoadedSession['opened']): ReadonlySet<number> {
  return new Set(wholeIn(view).filter((index) => index >= seams.request));
}

async function inContext(loader: SessionLoader, { session, position, entry }: Hit): Promise<boolean> {
  const { opened } = await loader.load(session);
  return opened.view.rows.some((row) => row.kind === 'entry' && row.index === position && row.entry.id === entry);
}

function hitView({ session, sessionTitle, entry, position, role, snippet, marks }: Hit, shown: boolean): SearchHit {
  let marked = '';
  let at = 0;
  for (const [start, length] of marks) {
    marked += `${snippet.slice(at, start)}«${snippet.slice(start, start + length)}»`;
    at = start + length;
  }
  return {
    sessionId: session,
    title: sessionTitle,
    entryId: entry,
    position,
    role,
    snippet: marked + snippet.slice(at),
    inContext: shown,
  };
}
