import { openTenfold } from '@tenfold/session';
import { openHome } from './home.ts';
import { ownStrategies } from './own-strategies.ts';
import type { Surroundings } from './serve.ts';
import type { ServeSettings } from './settings.ts';

/** Does the work of a store that nobody waits for, and serves nothing, until it is stopped. */
export async function work(
  settings: ServeSettings,
  { log, environment }: Pick<Surroundings, 'log' | 'environment'>,
): Promise<{ readonly on: string; stop(): Promise<void> }> {
  const strategies = await ownStrategies(settings.strategies);
  const { store, secrets, file, folder } = await openHome(settings);
  try {
    const tenfold = await openTenfold({ store, strategies, secrets, environment, log, facts: { pid: process.pid } });
    log.info('working', { home: folder });
    return {
      on: settings.database === undefined ? folder : file,
      async stop() {
        await tenfold.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
