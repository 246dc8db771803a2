import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type OnlyReads, TO_RESTORE } from '../guard/only-reads.ts';
import { claimHome } from './claim-home.ts';
import { type Home, homeFiles, openHome } from './home.ts';
import { type CopyReason, checkOf, copyHome, copyReason, keepDamagedCopy } from './home-copy.ts';
import { type RunningServer, type ServerDependencies, serveHome } from './serve-home.ts';
import type { ServeSettings } from './settings.ts';

/** A server that runs, or where the one is that already serves the home. */
export type ServeResult = ({ readonly running: true } & RunningServer) | { readonly running: false; readonly url: string };

/** Opens a home and serves it until it is stopped. */
export async function serve(settings: ServeSettings, deps: ServerDependencies): Promise<ServeResult> {
  let opened: ClaimedHome;
  try {
    opened = await openAndClaim(settings);
  } catch (error) {
    const why = copyReason(error);
    if (why === null || settings.database !== undefined || !existsSync(homeFiles.store(settings.home))) throw error;
    if (why === 'unwritable') return serveCopy(settings, deps, why);
    keepDamagedCopy(settings.home);
    deps.log.error('damaged-store', { reason: (error as Error).message, todo: TO_RESTORE });
    // What is too damaged to be read is told as it was found to be.
    return serveCopy(settings, deps, why).catch(() => Promise.reject(error));
  }
  return serveClaimed(opened, settings, deps);
}

/** A home that is open, and who serves it. */
interface ClaimedHome {
  readonly home: Home;
  readonly instance: string;
  readonly claim: Awaited<ReturnType<typeof claimHome>>;
}

/** Opens a home and claims it: a store whose log was left opens on a read-only disk too, and cannot be claimed there. */
async function openAndClaim(settings: ServeSettings, options?: Parameters<typeof openHome>[1]): Promise<ClaimedHome> {
  const home = await openHome(settings, options);
  try {
    const instance = randomUUID();
    return { home, instance, claim: await claimHome(home.store, { instance, pid: process.pid, file: home.file }) };
  } catch (error) {
    await home.store.close();
    throw error;
  }
}

/** Serves a home whose disk takes no writes, or whose store is damaged, for reading, from a copy. */
async function serveCopy(settings: ServeSettings, deps: ServerDependencies, why: CopyReason): Promise<ServeResult> {
  const copy = copyHome(settings.home);
  try {
    const opened = await openAndClaim({ ...settings, home: copy.folder }, checkOf(why));
    deps.log.warn('only-reads', { home: settings.home });
    const served = await serveClaimed(opened, { ...settings, worker: false }, deps, { home: settings.home, why });
    if (!served.running) {
      copy.remove();
      return served;
    }
    return { ...served, stop: (how) => served.stop(how).finally(copy.remove) };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

async function serveClaimed(
  { home, instance, claim }: ClaimedHome,
  settings: ServeSettings,
  deps: ServerDependencies,
  onlyReads?: OnlyReads,
): Promise<ServeResult> {
  try {
    if (claim.first) return { running: true, ...(await serveHome(home, { claim, instance, onlyReads }, settings, deps)) };
  } catch (error) {
    await home.store.close();
    throw error;
  }
  await home.store.close();
  return { running: false, url: claim.url };
}
