import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeEmptyStore } from '@tenfold/store/testing';
import { jsonLog } from '../log.ts';
import { homeFiles } from '../process/home.ts';
import { type ServeResult, serve } from '../process/serve.ts';
import type { ServerDependencies } from '../process/serve-home.ts';
import type { ServeSettings } from '../process/settings.ts';
import { clientOf } from './client.ts';

/** The whole server in this process: a home of its own, real SQLite, a real socket, every answer checked against its schema. */
export async function realServer(settings: Partial<ServeSettings> = {}, deps: Partial<ServerDependencies> = {}) {
  const home = settings.home ?? mkdtempSync(join(tmpdir(), 'tenfold-server-'));
  if (settings.home === undefined && settings.database === undefined) await placeEmptyStore(homeFiles.store(home));
  const lines: string[] = [];
  const start = async () => {
    const served = await serve(
      { host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false, ...settings, home },
      {
        log: jsonLog('info', { write: (line) => void lines.push(line) }),
        environment: {},
        web: null,
        checkAnswers: true,
        ...deps,
      },
    );
    if (!served.running) throw new Error(`Already served at ${served.url}.`);
    return served as Extract<ServeResult, { running: true }>;
  };
  let served = await start();
  return {
    home,
    /** What was logged, a line each. */
    lines,
    get url() {
      return served.url;
    },
    get tenfold() {
      return served.tenfold;
    },
    get client() {
      return clientOf(served.url, settings.token ?? null);
    },
    async restart() {
      await served.stop();
      served = await start();
    },
    async close() {
      await served.stop();
      if (settings.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}
