import { spawn } from 'node:child_process';
import path from 'node:path';
import { run } from '../program.ts';
import { bareEnvironment } from './bare-environment.ts';
import { recordingTerminal } from './recording-terminal.ts';

/** What a run of the command came to. */
export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What a run gets beside its arguments. */
export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const main = path.resolve(import.meta.dirname, '../main.ts');

/** Runs the real command in a process of its own, with no terminal and a bare environment. */
export function tenfold(args: readonly string[], { input = '', env = {}, cwd }: RunOptions = {}): Promise<Finished> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...bareEnvironment, ...env },
    stdio: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs the same command inside this process: quicker, for cases where a process of its own proves nothing more. */
export async function tenfoldHere(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  const terminal = recordingTerminal();
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    const code = await run(args, terminal);
    return { code, out: terminal.out.text(), err: terminal.err.text() };
  } finally {
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
