import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { BadInput } from '../bad-input.ts';
import type { Launch } from './client-launch.ts';
import { groupSignals } from './group-signal.ts';
import { openRunFolder, type RunFolder } from './run-folder.ts';

/** The program that was run has ended, with this exit code, which is now ours. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
  readonly code: number;
  constructor(code: number) {
    super(`The program ended with ${code}.`);
    this.code = code;
  }
}

/** Signals that a terminal has keys for. */
const KEYS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT']);

/** Signals that are the child's: a terminal sends them to both, others only to us. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs a program with this terminal until it ends, and gives its exit code as a shell would. Signals go to it; the folder of its files is
 * removed, whatever happens.
 */
export async function runChild(launchIn: (folder: string) => Launch, environment: NodeJS.ProcessEnv): Promise<number> {
  const folder = openRunFolder();
  try {
    const { command, args, environment: more, files = {} } = launchIn(folder.path);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder.path, name)), { recursive: true });
      writeFileSync(join(folder.path, name), text, { mode: 0o600 });
    }
    return await ended(command, args, { ...environment, ...withoutProxy(environment), ...more }, folder);
  } finally {
    folder.remove();
  }
}

const LOOPBACK = '127.0.0.1,localhost,::1';

/** The gateway is on this machine, where no proxy is asked for the way. */
function withoutProxy(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isProxied = Object.keys(environment).some((name) => /^(?:https?|all)_proxy$/i.test(name));
  if (!isProxied) return {};
  const given = environment.no_proxy || environment.NO_PROXY;
  const none = given ? `${given},${LOOPBACK}` : LOOPBACK;
  return { NO_PROXY: none, no_proxy: none };
}

function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv, folder: RunFolder): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    if (child.pid !== undefined) folder.usedBy(child.pid);
    const group = process.stdin.isTTY ? groupSignals() : null;
    // A terminal's own signals reach the child by themselves; here they are only not to end us first.
    const pass = async (signal: NodeJS.Signals) => {
      if (group === null || !KEYS.has(signal) || !(await group.reachedAll())) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const done = () => {
      for (const signal of SIGNALS) process.off(signal, pass);
      group?.close();
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      done();
      const why = { ENOENT: `There is no program ${command} here.`, EACCES: `${command} may not be run.` }[error.code ?? ''];
      reject(why === undefined ? error : new BadInput(`${why} Install it, or name one with -- COMMAND.`));
    });
    child.on('close', (code, signal) => {
      done();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
