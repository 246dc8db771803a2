import { existsSync } from 'node:fs';
import { type Log, openTenfold, type Tenfold } from '@tenfold/session';
import type { Store } from '@tenfold/store';
import { homeFiles, openHome } from './home.ts';
import { type CopyReason, checkOf, copyNote, copyReason, withHomeCopy } from './home-copy.ts';
import { BadSetting } from './settings.ts';

/** What is opened, and with what. */
export interface WithHome {
  readonly home: string;
  readonly secret: string | undefined;
  readonly database?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Makes the home if there is none. */
  readonly make?: boolean;
  /** Called where a copy is worked on, with what people should know of that. */
  readonly onCopy?: ((why: CopyReason, note: string) => void) | undefined;
}

/**
 * Does something with a home, whether a server runs on it or not, and closes it again. Where its disk takes no writes, or its store is
 * damaged, what makes no home works on a copy.
 */
export async function withHome<T>(given: WithHome, work: (tenfold: Tenfold, store: Store) => Promise<T>): Promise<T> {
  const { home, database, make = false } = given;
  if (!make && database === undefined && !existsSync(homeFiles.store(home)))
    throw new BadSetting(`There is nothing in ${home} yet. Start once with \`tenfold serve\`, or name another with --home.`);
  let opened: Opened;
  try {
    opened = await open(given);
  } catch (error) {
    const why = copyReason(error);
    if (make || database !== undefined || why === null) throw error;
    given.onCopy?.(why, copyNote(home, why));
    return withHomeCopy(
      home,
      (copy) => open({ ...given, home: copy }, why),
      (copy) => finish(copy, work),
    );
  }
  return finish(opened, work);
}

interface Opened {
  readonly store: Store;
  readonly tenfold: Tenfold;
}

async function open({ home, secret, database, environment, log }: WithHome, why?: CopyReason): Promise<Opened> {
  const { store, secrets } = await openHome({ home, secret, database }, why && checkOf(why));
  try {
    return { store, tenfold: await openTenfold({ store, secrets, environment, log, worker: !store.shared }) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function finish<T>({ tenfold, store }: Opened, work: (tenfold: Tenfold, store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(tenfold, store);
  } finally {
    await tenfold.close().finally(() => store.close());
  }
}
