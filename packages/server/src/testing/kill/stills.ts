import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, cpSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** What lay in a place while a process stood still. */
export interface Still {
  /** Its copy. */
  readonly folder: string;
  /** Behind which of the calls. */
  readonly call: number;
  /** What the process had said. */
  readonly said: string;
}

/**
 * Runs a command that works in a place, has it stand still behind each of some calls, and copies the place then: that is what a
 * kill there would leave. One process shows all of them. What is as it was one call before is copied once. Last comes what lies there at the end.
 */
export async function stillsOf(place: string, calls: string, into: string, ...command: readonly string[]) {
  const log = join(into, 'strace.log');
  const told = openSync(log, 'w+');
  // As its own parent's child, so that its number is known.
  const watch = ['-D', '-qq', '-f', '-o', log, '-e', `trace=${calls}`, '-e', `inject=${calls}:signal=STOP`];
  const child = spawn('strace', [...watch, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [said, isOver] = ['', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(child, 'close').then(() => {
    isOver = true;
  });
  const stills: Still[] = [];
  let [seen, last] = [0, ''];
  const copy = () => {
    const now = digestOf(place);
    if (now === last) return;
    last = now;
    const folder = join(into, `still-${stills.length}`);
    cpSync(place, folder, { recursive: true, preserveTimestamps: true });
    stills.push({ folder, call: seen, said });
  };
  try {
    for (const stops = stopsIn(told); !isOver; await wait(1)) {
      const count = stops();
      if (count === seen || !allStand(child.pid ?? 0)) continue;
      seen = count;
      copy();
      child.kill('SIGCONT');
    }
  } finally {
    child.kill('SIGKILL');
    await closed;
    closeSync(told);
  }
  last = '';
  copy();
  return stills;
}

/** Counts how often a log tells that its process was stopped. */
function stopsIn(log: number): () => number {
  const room = Buffer.alloc(1 << 16);
  let [count, rest] = [0, ''];
  return () => {
    for (let size = readSync(log, room); size > 0; size = readSync(log, room)) {
      const lines = (rest + room.toString('latin1', 0, size)).split('\n');
      rest = lines.pop() ?? '';
      count += lines.filter((line) => line.includes('--- SIGSTOP {')).length;
    }
    return count;
  };
}

/** True while no thread of a process runs. */
function allStand(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) =>
      /^\d+ \(.*\) [tZX]/.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')),
    );
  } catch {
    // A thread ended meanwhile.
    return false;
  }
}

/** What lies in a folder. What SQLite shares among processes is made anew once all are dead. */
function digestOf(place: string): string {
  const hash = createHash('sha1');
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    hash.update(`${path}\n`);
    if (entry.isFile() && !path.endsWith('-shm')) hash.update(readFileSync(path));
  }
  return hash.digest('base64');
}
