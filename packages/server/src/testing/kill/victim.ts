import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { clientOf } from '../client.ts';

const RANKS = fileURLToPath(import.meta.resolve('@tenfold/core/o200k.bin'));

/** A new folder from which a bundle finds the packages it needs. Made at once, so that what is removed later is always known. */
export function bundleFolder(): string {
  const modules = join(import.meta.dirname, '../../../node_modules');
  mkdirSync(modules, { recursive: true });
  return mkdtempSync(join(modules, '.kill-'));
}

/** Bundles the server, or another script, into one file of a folder, so that it starts in a third of the time. Answers the file. */
export async function bundleVictim(outDir: string, script = 'server-process.ts'): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    ssr: { noExternal: true, external: ['better-sqlite3', 'pino'] },
    build: { ssr: join(import.meta.dirname, script), outDir, target: 'node22', minify: false, emptyOutDir: true },
  });
  return join(outDir, script.replace('.ts', '.js'));
}

/** A server in a process of its own. */
export interface Victim {
  readonly client: ReturnType<typeof clientOf>;
  /** Ends it as a power cut would: no signal it could hear. */
  kill(): Promise<void>;
}

/** Starts the whole server on a home and waits until it says its address. */
export async function startVictim(script: string, home: string): Promise<Victim> {
  const child = spawn(process.execPath, [script, home, RANKS], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const closed = once(child, 'close');
  const said = once(child.stdout.setEncoding('utf8'), 'data') as Promise<[string]>;
  const first = await Promise.race([said, closed.then(() => null)]);
  if (first === null) throw new Error(`The server did not start: ${complaint}`);
  return {
    client: clientOf(first[0].trim()),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
