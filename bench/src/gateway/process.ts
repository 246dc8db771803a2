import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A process that is measured. */
export interface Measured {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly child: ChildProcess | null;
}

/** Starts a program and waits for the last word of a line that says where it is. */
export function start(
  args: readonly string[],
  { says, env = {} }: { says: RegExp; env?: Record<string, string> },
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
      const found = says.exec(text)?.[1];
      if (found !== undefined) resolve({ child, url: found });
    });
    child.on('exit', (code) => reject(new Error(`${args[0]} ended with ${code}: ${text.slice(-500)}`)));
    child.on('error', reject);
  });
}

/** Tells a process to end, and waits until it writes no more. */
export async function stop({ child }: { readonly child: ChildProcess }): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Milliseconds of processor time a process has used. */
export function cpuMs({ child }: Measured): number {
  if (child?.pid === undefined) return 0;
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Bytes of memory a process has in use. */
export function rssBytes({ child }: Measured): number {
  if (child?.pid === undefined) return 0;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
}
