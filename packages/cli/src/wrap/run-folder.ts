import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of one run. */
export interface RunFolder {
  readonly path: string;
  /** The program that uses it: a run that is killed may leave its program behind. */
  usedBy(pid: number): void;
  remove(): void;
}

/** Processes are known by number on their own machine alone, and a folder for temporary files may be shared. */
const PREFIX = `tenfold-run-${hostname().replace(/[^\w.]/g, '_')}-`;
const PROGRAM = '.program';

/** A folder for the files of this run. Those of runs that were killed are removed first: keys may be in them. */
export function openRunFolder(temporary = tmpdir()): RunFolder {
  sweep(temporary);
  const path = mkdtempSync(join(temporary, `${PREFIX}${process.pid}-`));
  return {
    path,
    usedBy: (pid) => writeFileSync(join(path, PROGRAM), String(pid), { mode: 0o600 }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function sweep(temporary: string): void {
  for (const name of readdirSync(temporary)) {
    const [pid] = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-') : [];
    if (pid === undefined || !/^\d+$/.test(pid)) continue;
    const path = join(temporary, name);
    try {
      const { uid } = lstatSync(path);
      if (uid === process.getuid?.() && !isAlive(Number(pid)) && !isAlive(programOf(path))) rmSync(path, { recursive: true });
    } catch {
      // Somebody else removes it at the same moment.
    }
  }
}

function programOf(path: string): number {
  try {
    return Number(readFileSync(join(path, PROGRAM), 'utf8')) || 0;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
