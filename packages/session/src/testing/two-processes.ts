import { openPostgres, openSqlite, type Store } from '@tenfold/store';
import { onTestFinished } from 'vitest';
import { newDatabase, whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
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

let database: ReturnType<typeof newDatabase> | undefined;
let schemas = 0;

/** Opens them on a schema of a database of their own; on one file where there is no PostgreSQL. */
export async function twoProcesses(
  manner: Manner = {},
  { wish = {}, options = {}, here, away }: TwoTerms = {},
): Promise<TwoProcesses> {
  const both = { secrets: secretBox(new Uint8Array(32).fill(7)), ...options };
  const open = await opener();
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

async function opener(): Promise<(() => Promise<Store>) | null> {
  if (whyNoPostgres() !== null) return null;
  database ??= newDatabase();
  const { url } = await database;
  const schema = `two_${++schemas}`;
  return () => openPostgres(url, { schema });
}
