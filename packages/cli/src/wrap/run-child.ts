import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BadInput } from '../bad-input.ts';
import type { Launch } from './client-launch.ts';

/** The program that was run has ended, with this exit code, which is now ours. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
  readonly code: number;
  constructor(code: number) {
    super(`The program ended with ${code}.`);
    this.code = code;
  }
}

/** Signals that are the child's: a terminal sends them to both, others only to us. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs a program with this terminal until it ends, and gives its exit code as a shell would. Signals go to it; the folder of its files is
 * removed, whatever happens.
 */
export async function runChild(launchIn: (folder: string) => Launch, environment: NodeJS.ProcessEnv): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-run-'));
  try {
    const { command, args, environment: more, files = {} } = launchIn(folder);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: 0o600 });
    }
    return await ended(command, args, { ...environment, ...more });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    // A terminal's own signals reach the child by themselves; here they are only not to end us first.
    const pass = (signal: NodeJS.Signals) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const done = () => {
      for (const signal of SIGNALS) process.off(signal, pass);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      done();
      reject(
        error.code === 'ENOENT'
          ? new BadInput(`There is no program ${command} here. Install it, or name one with -- COMMAND.`)
          : error,
      );
    });
    child.on('close', (code, signal) => {
      done();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
