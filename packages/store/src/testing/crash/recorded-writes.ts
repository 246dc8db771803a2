import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Something a process did to the disk, or said, in the order it did. */
export type Recorded =
  | { readonly kind: 'make' | 'remove' | 'flush'; readonly file: string }
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: string; readonly size: number }
  | { readonly kind: 'said'; readonly text: string };

/** In place of a file: its folder, and with it which names are there. */
export const FOLDER = '';

const CALLS = 'openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink';

/** True where processes can be watched. */
export function canRecord(): boolean {
  return spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0;
}

/** Runs a command and answers all that its threads did to files whose path begins with `prefix`, in the order it was done. */
export function recordWrites(prefix: string, log: string, ...command: readonly string[]): readonly Recorded[] {
  const watch = ['-qq', '-f', '-y', '-xx', '-s', '100000000', '-o', log, '-e', `trace=${CALLS}`];
  const { status } = spawnSync('strace', [...watch, ...command], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`The recorded process ended with ${status}.`);
  return wholeCalls(readFileSync(log, 'latin1').split('\n')).flatMap((line) => read(line, prefix));
}

/** Calls without the number of their thread. One that another thread's came into stands where it ended. */
function wholeCalls(lines: readonly string[]): readonly string[] {
  const begun = new Map<string, string>();
  return lines.flatMap((line) => {
    const space = line.indexOf(' ');
    const [thread, call] = [line.slice(0, space), line.slice(space).trimStart()];
    if (call.endsWith(UNFINISHED)) {
      begun.set(thread, call.slice(0, -UNFINISHED.length));
      return [];
    }
    return [call.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '')];
  });
}

const UNFINISHED = ' <unfinished ...>';

function read(line: string, prefix: string): readonly Recorded[] {
  const call = line.slice(0, line.indexOf('('));
  // A call that failed did nothing.
  if (/\) = -1 /.test(line.slice(-80))) return [];
  const [first = '', second = ''] = [...line.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, hex = '']) => hex);
  const file = bytesOf(/^\w+\(\d+<([^>]*)>/.exec(line)?.[1] ?? '').toString();
  if (call === 'openat') {
    const made = bytesOf(first || second).toString();
    return made.startsWith(prefix) && line.includes('O_CREAT') ? [{ kind: 'make', file: made }] : [];
  }
  if (call === 'unlink')
    return [{ kind: 'remove', file: bytesOf(first).toString() } as const].filter((did) => did.file.startsWith(prefix));
  if (call === 'write') return /^write\(1</.test(line) ? [{ kind: 'said', text: bytesOf(first).toString() }] : [];
  if (call === 'fsync' && file === dirname(prefix)) return [{ kind: 'flush', file: FOLDER }];
  if (!file.startsWith(prefix)) return [];
  if (call === 'fsync' || call === 'fdatasync') return [{ kind: 'flush', file }];
  const last = Number(/, (\d+)\) += \d+$/.exec(line)?.[1]);
  if (call === 'ftruncate') return [{ kind: 'cut', file, size: last }];
  return call === 'pwrite64' ? [{ kind: 'write', file, at: last, bytes: bytesOf(first) }] : [];
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
