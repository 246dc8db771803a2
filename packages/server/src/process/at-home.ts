import { existsSync } from 'node:fs';
import { type Log, openTenfold, type Tenfold } from '@tenfold/session';
import type { Store } from '@tenfold/store';
import { homeFiles, openHome } from './home.ts';
import { BadSetting } from './settings.ts';

/** What is opened, and with what. */
export interface AtHome {
  readonly home: string;
  readonly secret: string | undefined;
  readonly database?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Makes the home if there is none. */
  readonly make?: boolean;
}

/** Does something with a home, whether a server runs on it or not, and closes it again. */
export async function atHome<T>(
  { home, secret, database, environment, log, make = false }: AtHome,
  work: (tenfold: Tenfold, store: Store) => Promise<T>,
): Promise<T> {
  if (!make && database === undefined && !existsSync(homeFiles.store(home)))
    throw new BadSetting(`There is nothing in ${home} yet. Start once with \`tenfold serve\`, or name another with --home.`);
  const { store, secrets } = await openHome({ home, secret, database });
  try {
    const tenfold = await openTenfold({ store, secrets, environment, log });
    try {
      return await work(tenfold, store);
    } finally {
      await tenfold.close();
    }
  } finally {
    await store.close();
  }
}
