import type { SessionId, Store } from '@tenfold/store';

/** Something stored that is not as it was stored. */
export interface Trouble {
  /** Null where it is about the whole store. */
  readonly session: SessionId | null;
  readonly what: string;
  /** What is gone, rather than damaged: it is told until somebody says that they know of it. */
  readonly lost?: true;
}

/** Sessions listed at a time. */
const PAGE = 200;

/** Sessions with something in them that is not as it was stored. One that cannot even be read is one of them. */
export async function damagedSessions(store: Store, signal?: AbortSignal): Promise<readonly Trouble[]> {
  const found: Trouble[] = [];
  const titles = new Map<SessionId, string>();
  for (const archived of [false, true]) {
    for (let page = await store.sessions.list({ archived, limit: PAGE }); page.length > 0; ) {
      for (const { id, title } of page) {
        signal?.throwIfAborted();
        titles.set(id, title);
        const what = await damageIn(store, id);
        if (what !== null) found.push({ session: id, what: `“${title || id}”: ${what}` });
        await new Promise((next) => setImmediate(next));
      }
      page = await store.sessions.list({ archived, limit: PAGE, before: page.at(-1)?.order ?? 0 });
    }
  }
  for (const { session, what } of await store.damageOutsideSessions())
    found.push({ session, what: session === null ? what : `“${titles.get(session) || session}”: ${what}` });
  return found;
}

const BRANCHES_LOST = 'all its branches were lost, so one was made again of its messages, which are shown as they were said';

async function damageIn(store: Store, session: string): Promise<string | null> {
  try {
    const { damages } = await store.verify(session);
    const [first] = damages;
    if (first === undefined) return null;
    // A disk that takes no writes leaves it as it is: it is told, and tried again at the next start.
    if (await store.heads.recover(session).catch(() => false)) return BRANCHES_LOST;
    const where = first.sequence === null ? '' : `message ${first.sequence}: `;
    return `${where}${first.what}${damages.length === 1 ? '' : ` (and ${damages.length - 1} more)`}`;
  } catch (error) {
    if ((error as { code?: string }).code === 'not-found') return null;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Messages that a lost or cut log took away, until somebody says that they know of it. */
export function missingEntries(store: Store): readonly Trouble[] {
  const { missing, newest } = store.loss();
  if (missing === 0) return [];
  const messages = missing === 1 ? '1 message that had been stored is' : `${missing} messages that had been stored are`;
  const left = newest === null ? '' : ` What is left was last changed on ${minuteOf(newest)}.`;
  return [
    {
      session: null,
      what: `${messages} missing: the log of the store (tenfold.db-wal) was lost or cut, or an older copy was put in place.${left} Only a backup made later brings ${missing === 1 ? 'it' : 'them'} back.`,
      lost: true,
    },
  ];
}

/** What was lost once and is known of; null where nothing was. */
export function knownLoss(store: Store): string | null {
  const { known } = store.loss();
  if (known === null) return null;
  const messages =
    known.entries === 1 ? '1 message that had been stored was' : `${known.entries} messages that had been stored were`;
  return `${messages} lost with the log of the store, which is known since ${minuteOf(known.at)}`;
}

/** `2026-11-18 14:02 UTC` */
function minuteOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.valueOf()) ? 'a day unknown' : `${date.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}
