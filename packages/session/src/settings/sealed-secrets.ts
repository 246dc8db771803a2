import type { SealedRow, Store } from '@tenfold/store';
import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
import { TOOL_SERVERS, toolServerRow } from '../tools/tool-server.ts';
import { NAMED_HOSTS, namedHostsRow } from './named-hosts.ts';
import { credentialsRow, keyRow } from './profile-access.ts';

/** What became of everything sealed. */
export interface Resealed {
  /** Under the new secret now, and not before. */
  readonly resealed: number;
  /** Under the new secret already. */
  readonly already: number;
  /** What neither secret opens: left as it is. */
  readonly unreadable: readonly string[];
}

/** Seals everything stored under another secret, in one step. What cannot be opened is left as it is, and told. */
export async function resealSecrets(store: Store, from: SecretBox, to: SecretBox): Promise<Resealed> {
  const [already, unreadable] = [new Set<string>(), new Map<string, string>()];
  const resealed = await store.sealed.replace([TOOL_SERVERS, NAMED_HOSTS.scope], (row) => {
    const key = JSON.stringify([row.scope, row.owner, row.id]);
    if (openedWith(to, row) !== null) {
      already.add(key);
      return null;
    }
    const opened = openedWith(from, row);
    if (opened !== null) return to.seal(opened.text, opened.place);
    unreadable.set(key, row.name);
    return null;
  });
  return { resealed, already: already.size, unreadable: [...unreadable.values()] };
}

/** Names of the keys and tool servers, of anybody, that a box does not open. */
export async function unreadableKeys(store: Store, secrets: SecretBox): Promise<readonly string[]> {
  const rows = await store.sealed.list([TOOL_SERVERS]);
  return rows.filter((row) => openedWith(secrets, row) === null).map(({ name }) => name);
}

/** The text of a row and the name it is sealed for; null where the box does not open it. */
function openedWith(box: SecretBox, { scope, owner, id, sealed }: SealedRow): { text: string; place: string } | null {
  const ofProfile = [credentialsRow(owner, id), keyRow(owner, id)];
  const places = scope === null ? ofProfile : [scope === TOOL_SERVERS ? toolServerRow(id) : namedHostsRow(owner)];
  for (const place of places)
    try {
      return { text: box.open(sealed, place), place };
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  return null;
}
