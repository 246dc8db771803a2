import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../../packages/cli/src/main.ts');

/** A process of the program. */
export interface Running {
  readonly child: ChildProcess;
  /** What it says first. */
  readonly line: string;
  /** Sends a signal and waits for the end; answers how it ended. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** Runs a command of the program and waits for its first line. It ends with the test that asked for it, also with one that runs out of time. */
export async function runTenfold(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Running> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code, by] = await closed;
    return code ?? by;
  };
  onTestFinished(async () => void (await end('SIGKILL')));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-3_000);
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    void closed.then(() => reject(new Error(`It did not start: ${complaint}`)));
  });
  return { child, line, end };
}
