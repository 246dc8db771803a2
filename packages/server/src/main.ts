import type { Log, Tenfold } from '@tenfold/session';
import type { Moved, MoveProgress, Store } from '@tenfold/store';
import { jsonLog } from './log.ts';
import { builtWeb, findWeb } from './process/build-web.ts';
import { configFile } from './process/config-file.ts';
import { longestStop } from './process/drain.ts';
import { examine, type Finding } from './process/examine.ts';
import { findGateway, type ReachedGateway } from './process/find-gateway.ts';
import { type Failing, handleUncaught } from './process/handle-uncaught.ts';
import { moveHome } from './process/move-home.ts';
import { openBrowser } from './process/open-browser.ts';
import { knowLossOf, repairHome } from './process/repair-home.ts';
import { type Restored, restoreHome } from './process/restore-home.ts';
import { type Rotated, rotateKey } from './process/rotate-key.ts';
import { serve } from './process/serve.ts';
import { serveGateway } from './process/serve-gateway.ts';
import type { ServerDependencies } from './process/serve-home.ts';
import { withSessionInBackup } from './process/session-in-backup.ts';
import { DRAIN, type ServeFlags, type ServeSettings, serveSettings } from './process/settings.ts';
import { type Stoppable, type StopSignal, stopOnSignals } from './process/stop-on-signals.ts';
import { sendTraces } from './process/traces.ts';
import { type WithHome, withHome } from './process/with-home.ts';
import { work } from './process/work.ts';

export { askEndpoint } from '@tenfold/session';

// The only file that reads the environment and this process's signals.

/** What flags, the environment and the file that either names say. */
function settingsOf(flags: ServeFlags): ServeSettings {
  const { env, platform } = process;
  return serveSettings(flags, env, platform, configFile(flags.config ?? env.TENFOLD_CONFIG));
}

/** Serves a home until a signal stops it. The last line printed is the address; a second signal ends it at once. */
export async function serveHere(flags: ServeFlags, print: (line: string) => void): Promise<void> {
  const { env, stdout, platform } = process;
  const settings = settingsOf(flags);
  const terminal = stdout.isTTY === true;
  const log = jsonLog(terminal ? 'warn' : 'info');
  if (terminal) print('Tenfold is getting ready …');
  const web = await webFor(flags, log);
  const sendLastTraces = await sendTraces(env, log);
  const served = await serve(settings, { log, environment: env, web });
  // Listened for before anybody is told that it is there.
  // Ctrl-C is somebody who waits; SIGTERM is how one of several servers is replaced.
  const stop = (signal: StopSignal) => (served.running ? served.stop({ drains: signal === 'SIGTERM' }) : Promise.resolve());
  const longestMs = longestStop(settings.drain ?? DRAIN);
  const end = served.running ? stopOnSignals(stop, thisProcess, longestMs) : null;
  if (served.running) handleUncaught(served.stop, thisProcess, log, longestMs);
  if (end === null) print('This home is already being served. Here it is:');
  print(served.url);
  if (settings.open) openBrowser(served.url, { platform, terminal, environment: env });
  await end;
  await sendLastTraces();
}

/** Programs that wait for a gateway do not wait for its pages. */
async function webFor({ web = true }: ServeFlags, log: Log): Promise<ServerDependencies['web']> {
  if (web === false) return null;
  return web === 'when asked' ? () => builtWeb(log) : builtWeb(log);
}

/** Does the background work of a home until a signal stops it. */
export async function workHere(
  flags: Pick<ServeFlags, 'config' | 'home' | 'host' | 'token' | 'database' | 'secret' | 'strategies' | 'tools' | 'metricsPort'>,
  print: (line: string) => void,
): Promise<void> {
  const settings = settingsOf({ host: '127.0.0.1', ...flags });
  const log = jsonLog(process.stdout.isTTY ? 'warn' : 'info');
  const sendLastTraces = await sendTraces(process.env, log);
  const working = await work(settings, { log, environment: process.env });
  const longestMs = longestStop({ ...(settings.drain ?? DRAIN), noticeMs: 0 });
  const end = stopOnSignals(working.stop, thisProcess, longestMs);
  handleUncaught(working.stop, thisProcess, log, longestMs);
  print(`Working on ${working.on}, until Ctrl-C.`);
  if (working.metricsPort !== null) print(`Metrics for Prometheus: port ${working.metricsPort}, /metrics`);
  await end;
  await sendLastTraces();
}

/** The server of a home: the one that already runs, or one that runs until it is stopped. */
export async function reachHere(
  flags: ServeFlags,
  log: Log = jsonLog('error'),
): Promise<{ readonly url: string; readonly home: string; readonly token: string | null; stop(): Promise<void> }> {
  const settings = settingsOf(flags);
  const served = await serve(settings, { log, environment: process.env, web: findWeb() });
  if (served.running) handleUncaught(served.stop, thisProcess, log, longestStop(settings.drain ?? DRAIN));
  return { url: served.url, home: settings.home, token: settings.token, stop: served.running ? served.stop : async () => {} };
}

/**
 * The gateway of the server that already runs on the home, or one of one's own beside whatever else does, whose settings are these flags':
 * flags that say how it works are not for others' requests.
 */
export async function gatewayHere(flags: ServeFlags): Promise<ReachedGateway> {
  const settings = settingsOf(flags);
  const { upstreams = {}, ...asked } = flags.gateway ?? {};
  const isUsual = Object.keys(upstreams).length === 0 && Object.keys(asked).length === 0 && settings.strategies === undefined;
  const found = isUsual ? await findGateway(settings) : null;
  if (found !== null) return found;
  const log = jsonLog('error');
  const gateway = await serveGateway(settings, { log, environment: process.env });
  handleUncaught(gateway.stop, thisProcess, log, longestStop(settings.drain ?? DRAIN));
  return gateway;
}

/** Does something with the home that flags and environment name. */
export function atHomeHere<T>(
  flags: Pick<ServeFlags, 'home' | 'database'> & Pick<WithHome, 'make' | 'onCopy'>,
  work: (tenfold: Tenfold, store: Store) => Promise<T>,
): Promise<T> {
  const { home, secret, database } = settingsOf({ ...named(flags), host: '127.0.0.1' });
  const { make = false, onCopy = (_, note) => process.stderr.write(`note: ${note}\n`) } = flags;
  return withHome({ home, secret, database, environment: process.env, log: jsonLog('error'), make, onCopy }, work);
}

/** Moves everything from the home (or the database that flags and environment name) to another, which is a URL or a home's folder. */
export function moveHere(
  flags: Pick<ServeFlags, 'home' | 'database'>,
  to: string,
  told: (progress: MoveProgress) => void,
): Promise<Moved & { readonly to: string }> {
  return moveHome(settingsOf({ ...named(flags), host: '127.0.0.1' }), to, told);
}

function named({ home, database }: Pick<ServeFlags, 'home' | 'database'>): Pick<ServeFlags, 'home' | 'database'> {
  return { ...(home && { home }), ...(database && { database }) };
}

/** Puts a backup in place of the home that flags and environment name. */
export function restoreHere(flags: Pick<ServeFlags, 'home'>, backup: string): Promise<Restored> {
  const { home, secret } = settingsOf({ ...(flags.home && { home: flags.home }), host: '127.0.0.1' });
  return restoreHome(home, backup, secret);
}

/** Brings one session of a backup back as a new one, beside what is there and while servers run. */
export function restoreSessionHere(
  flags: Pick<ServeFlags, 'home' | 'database'>,
  backup: string,
  session: string,
): Promise<{ readonly id: string; readonly title: string; readonly entries: number }> {
  return withSessionInBackup(backup, session, ({ from, title: called, entries }) => {
    const title = `${called} (restored)`;
    return atHomeHere({ ...flags, make: true }, async ({ exchange }) => {
      return { id: await exchange.copySession({ from, session, title }), title, entries };
    });
  });
}

/** Seals everything stored in the home that flags and environment name under a new secret. */
export function rotateHere(flags: Pick<ServeFlags, 'home' | 'database'>): Promise<Rotated> {
  const settings = settingsOf({ ...named(flags), host: '127.0.0.1' });
  return rotateKey(settings, process.env.TENFOLD_NEW_SECRET || undefined);
}

/** Looks at everything a server here would stand on. */
export async function examineHere(flags: ServeFlags, { repair = false, knowLoss = false } = {}): Promise<readonly Finding[]> {
  const settings = settingsOf(flags);
  if (knowLoss) await knowLossOf(settings);
  const repaired = repair ? [await repairHome(settings)] : [];
  const found = await examine(settings, { environment: process.env, node: process.version, web: findWeb() });
  return [...repaired, ...found];
}

const thisProcess: Stoppable & Failing = {
  on: (event: string, listener: (error: unknown) => void) => process.on(event, listener),
  exit: (code) => process.exit(code),
  now: () => performance.now(),
};
