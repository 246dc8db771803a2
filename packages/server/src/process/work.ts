import { openTenfold } from '@tenfold/session';
import { openHome } from './home.ts';
import { ownStrategies } from './own-strategies.ts';
import { ownToolServers } from './own-tool-servers.ts';
import type { Surroundings } from './serve.ts';
import { DRAIN, type ServeSettings } from './settings.ts';

/** Does the work of a store that nobody waits for, goes on with turns of servers that left, and serves nothing, until it is stopped. */
export async function work(
  settings: ServeSettings,
  { log, environment }: Pick<Surroundings, 'log' | 'environment'>,
): Promise<{ readonly on: string; stop(): Promise<void> }> {
  const strategies = await ownStrategies(settings.strategies);
  const toolServers = await ownToolServers(settings.tools);
  const { store, secrets, file, folder } = await openHome(settings);
  try {
    const tenfold = await openTenfold({ store, strategies, toolServers, secrets, environment, log, facts: { pid: process.pid } });
    log.info('working', { home: folder });
    return {
      on: settings.database === undefined ? folder : file,
      async stop() {
        if (store.shared) await tenfold.leaveTurns((settings.drain ?? DRAIN).turnsMs);
        await tenfold.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
