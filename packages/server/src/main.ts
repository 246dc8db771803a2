import { constants } from 'node:os';
import { jsonLog } from './log.ts';
import { builtWeb } from './process/build-web.ts';
import { openBrowser } from './process/open-browser.ts';
import { serve } from './process/serve.ts';
import { type ServeFlags, serveSettings } from './process/settings.ts';

/** A stop that takes longer than this is cut. */
const PATIENCE_MS = 10_000;

/** Serves a home until a signal stops it: the only place that reads the environment. A second signal ends it at once. */
export async function main(flags: ServeFlags, print: (line: string) => void): Promise<void> {
  const { env, stdout, platform } = process;
  const settings = serveSettings(flags, env);
  const terminal = stdout.isTTY === true;
  const log = jsonLog(terminal ? 'warn' : 'info');
  const served = await serve(settings, { log, environment: env, web: await builtWeb(log) });
  if (!served.running) print('This home is already being served; here it is:');
  print(served.url);
  if (settings.open) openBrowser(served.url, { platform, terminal, environment: env });
  if (served.running) await stopped(served.stop);
}

/** Resolves after an orderly stop. */
function stopped(stop: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = false;
    const on = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
      if (asked) process.exit(128 + constants.signals[signal]);
      asked = true;
      setTimeout(() => process.exit(1), PATIENCE_MS).unref();
      stop().then(resolve, reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, on);
  });
}
