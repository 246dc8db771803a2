import { type QueryClient, useQueries } from '@tanstack/react-query';
import { api, type Entry } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { isNamedOnly } from '../state/sent-files.ts';
import { useSessionId } from '../state/session-id.ts';
import { useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** Messages fetched at once. */
export const PAGE = 100;

/** The page a position lies on. */
export function pageOf(position: number): number {
  return Math.floor(position / PAGE);
}

const lengthKey = (session: string) => [...keys.session(session), 'length'] as const;
const pageKey = (session: string, page: number) => [...keys.entries(session), page] as const;

/** How many messages a session has. */
export function useThreadLength() {
  return useSessionFetched(lengthKey, async (session) => (await call(api.entries.list, { session, query: { limit: 1 } })).total);
}

/** Messages on some pages, by position. What is not loaded yet is not in the map. */
export function useThreadPages(pages: readonly number[]) {
  const session = useSessionId();
  return useQueries({
    queries: pages.map((page) => ({ queryKey: pageKey(session, page), queryFn: () => fetchPage(session, page) })),
    combine: joinPages,
  });
}

/** One function for all, so that pages that did not change give back the same map. */
function joinPages(results: readonly { readonly data?: readonly Entry[] | undefined; readonly error: Error | null }[]) {
  const entries = new Map<number, Entry>();
  for (const { data } of results) for (const entry of data ?? []) entries.set(entry.position, entry);
  return { entries, error: results.find(({ error }) => error !== null)?.error ?? null };
}

async function fetchPage(session: string, page: number): Promise<readonly Entry[]> {
  const first = page * PAGE;
  const { entries } = await call(api.entries.list, { session, query: { before: first + PAGE, limit: PAGE } });
  // A last page that is not full reaches back into the one before.
  return entries.filter(({ position }) => position >= first);
}

/** Puts a message that was just stored where it belongs; what lies between is fetched when it is looked at. */
export function putEntry(client: QueryClient, session: string, entry: Entry): void {
  const length = client.getQueryData<number>(lengthKey(session));
  const page = pageKey(session, pageOf(entry.position));
  const known = client.getQueryData<readonly Entry[]>(page);
  if (length !== undefined && entry.position > length) void client.invalidateQueries({ queryKey: keys.entries(session) });
  const isLoaded = known !== undefined || entry.position % PAGE === 0;
  const now = withEntry(known ?? [], entry);
  if (isLoaded) putFresh(client, page, now);
  // A page that is just being fetched may have been read before this message was there, and only the record has files of others.
  const isWanting = isLoaded
    ? now.some(({ id, parts }) => id === entry.id && parts.some(isNamedOnly))
    : client.isFetching({ queryKey: page, exact: true }) > 0;
  if (isWanting) void client.invalidateQueries({ queryKey: page, exact: true });
  putFresh(client, lengthKey(session), Math.max(length ?? 0, entry.position + 1));
}

/** Whether the thread as it is here has a message already. */
export function isShown(client: QueryClient, session: string, entry: Entry): boolean {
  const page = client.getQueryData<readonly Entry[]>(pageKey(session, pageOf(entry.position)));
  return page?.some(({ id }) => id === entry.id) ?? false;
}

/** A page with one more message, or a newer form of one it has; files that are only named in that stay. */
export function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const rest = entries.filter(({ position }) => position !== entry.position);
  const before = entries.find(({ id }) => id === entry.id)?.parts ?? [];
  const parts = entry.parts.map((part, at) => (isNamedOnly(part) ? (before[at] ?? part) : part));
  return [...rest, { ...entry, parts }].sort((a, b) => a.position - b.position);
}

/** One message by its position, from what is loaded or from the server. */
export async function entryAt(client: QueryClient, session: string, position: number): Promise<Entry> {
  const page = pageOf(position);
  const entries = await client.fetchQuery({
    queryKey: pageKey(session, page),
    queryFn: () => fetchPage(session, page),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entry = entries.find((one) => one.position === position);
  if (entry === undefined) throw new Error(`There is no message ${position + 1} here any more. Refresh to see what changed.`);
  return entry;
}
