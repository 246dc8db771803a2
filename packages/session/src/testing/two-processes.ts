import { openSqlite, type Store } from '@tenfold/store';
import { onTestFinished } from 'vitest';
import { emptyStore } from '../../../../tests/postgres/empty-store.ts';
import { whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import type { Manner } from '../../../../tests/upstream/upstream.ts';
import { openTenfold } from '../open-tenfold.ts';
import { secretBox } from '../secret-box.ts';
import type { ProfileWish } from '../settings/profile-wish.ts';
import type { Tenfold, TenfoldOptions } from '../tenfold.ts';
import { type Talk, talkWith } from './talk-with.ts';

/** Two processes on one store, as far as the store can tell: each has connections and a lease of its own. */
export interface TwoProcesses extends Talk {
  readonly there: Tenfold;
  readonly storeThere: Store;
}

/** How they differ. */
export interface TwoTerms {
  readonly wish?: ProfileWish;
  /** For both. */
  readonly options?: Partial<TenfoldOptions>;
  readonly here?: Partial<TenfoldOptions>;
  readonly away?: Partial<TenfoldOptions>;
}

/** Opens them on a database of their own; on one file where there is no PostgreSQL. */
export async function twoProcesses(
  manner: Manner = {},
  { wish = {}, options = {}, here, away }: TwoTerms = {},
): Promise<TwoProcesses> {
  const both = { secrets: secretBox(new Uint8Array(32).fill(7)), ...options };
  const open = whyNoPostgres() === null ? await emptyStore() : null;
  const own = open === null ? null : await open();
  const talk = await talkWith('openai', 'gpt-4o', manner, { wish, options: { ...both, ...(own && { store: own }), ...here } });
  const storeThere = await (open?.() ?? openSqlite(talk.file));
  const there = await openTenfold({ store: storeThere, ...both, ...away });
  onTestFinished(async () => {
    await there.close();
    await storeThere.close();
  });
  return { ...talk, store: own ?? talk.store, there, storeThere };
}
