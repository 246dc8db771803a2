import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that the databases and homes of each worker find room in, many times over. */
const ROOM = 1_000_000_000 * Math.max(2, availableParallelism());

/**
 * A temporary folder that lives in memory, as long as this process: a disk takes milliseconds for each of the many thousand flushes of
 * a run. Null where the system has no such place, little room in it, or runs no programs there.
 */
export function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) < ROOM) return null;
    const folder = mkdtempSync(join(MEMORY, 'tenfold-tests-'));
    // PostgreSQL runs as another user where we are root, and takes its folder away itself.
    chmodSync(folder, 0o1777);
    process.on('exit', () => remove(folder));
    return startsPrograms(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** A PostgreSQL that ends with us takes its own files away at the same time, and what is gone under its hands ends `rmSync`. */
function remove(folder: string): void {
  for (let tries = 0; tries < 40 && existsSync(folder); tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

function startsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  const started = spawnSync(program).status === 0;
  rmSync(program);
  return started;
}
