import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** How long a signal may take to reach all of a group. */
const REACH_MS = 100;

/**
 * Tells a signal that a terminal sent to this whole group of processes from one that was sent to this process alone: a shell that does
 * nothing stands in the group, and only the first ends it. It ends with this process, which holds the other end of what it reads.
 */
export function groupSignals(): { reachedAll(): Promise<boolean>; close(): void } {
  let watch = watcher();
  return {
    async reachedAll() {
      const { child, ended } = watch;
      const all = await Promise.race([ended, new Promise<boolean>((later) => setTimeout(later, REACH_MS, false))]);
      if (child.exitCode !== null || child.signalCode !== null) watch = watcher();
      return all;
    },
    close: () => void watch.child.kill(),
  };
}

/** `ended` is true where a signal ended it, or where it cannot be had: then nothing is known, and a signal sent twice does more harm. */
function watcher(): { readonly child: ChildProcess; readonly ended: Promise<boolean> } {
  const child = spawn('sh', ['-c', 'read -r _'], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin?.on('error', () => {});
  child.unref();
  (child.stdin as Socket | null)?.unref();
  return { child, ended: new Promise((resolve) => child.on('exit', () => resolve(true)).on('error', () => resolve(true))) };
}
