import { api, type Checkpoint, type Entry } from '@tenfold/contract';
import { call } from '../../api/client.ts';
import { useFetched } from '../../queries/fetched.ts';
import { keys } from '../../queries/keys.ts';

async function entries(session: string, query: Record<string, string>): Promise<readonly Entry[]> {
  return (await call(api.entries.list, { session, query })).entries;
}

/** The last messages as they stood at a checkpoint, on its own branch. */
export function useEntriesAt(session: string, { position, branch }: Checkpoint, limit: number) {
  const ask = () => entries(session, { before: String(position + 1), branch, limit: String(limit) });
  return useFetched([...keys.entries(session), 'at', branch, position, limit], ask, { enabled: position >= 0 });
}

/** The messages that came after a position on the current branch, oldest first, at most `limit`. */
export function useEntriesSince(session: string, position: number, limit: number) {
  return useFetched([...keys.entries(session), 'since', position, limit], async () =>
    (await entries(session, { limit: String(limit) })).filter((entry) => entry.position > position),
  );
}

/** The entry a checkpoint ends with, if the current branch has it too; null where the branches have parted before it. */
export function useSharedEntry(session: string, { position, branch }: Checkpoint) {
  return useFetched([...keys.entries(session), 'shared', branch, position], async () => {
    const at = { before: String(position + 1), limit: '1' };
    const [[there], [here]] = await Promise.all([entries(session, { ...at, branch }), entries(session, at)]);
    return there !== undefined && there.id === here?.id ? there : null;
  });
}
