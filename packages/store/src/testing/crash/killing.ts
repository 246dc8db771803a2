import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'vite';

/** A new folder from which a bundle finds the packages it needs. Made at once, so that what is removed later is always known. */
export function bundleFolder(): string {
  const modules = join(import.meta.dirname, '../../../node_modules');
  mkdirSync(modules, { recursive: true });
  return mkdtempSync(join(modules, '.crash-'));
}

/** Bundles the writer and its thread into files of a folder, so that they start in a fraction of the time. Answers the writer's. */
export async function bundleWriter(outDir: string): Promise<string> {
  const input = {
    writer: join(import.meta.dirname, 'writer.ts'),
    'writing-thread-main': join(import.meta.dirname, '../../sqlite/writing-thread-main.ts'),
  };
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      minify: false,
      // The thread is looked for beside the file that starts it.
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  });
  return join(outDir, 'writer.js');
}

/** Runs a writer and kills it `afterMs` after it said `mark`. Answers every complete line it said. */
export async function killWriter(
  script: string,
  args: readonly string[],
  mark: string,
  afterMs: number,
): Promise<{ readonly lines: readonly string[]; readonly killed: boolean }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complaint = '';
  const marked = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (`\n${said}`.includes(`\n${mark}`)) resolve();
    });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const closed = once(child, 'close');
  await Promise.race([marked, closed]);
  await wait(afterMs);
  child.kill('SIGKILL');
  const [code, signal] = (await closed) as [number | null, string | null];
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The writer failed by itself: ${complaint}`);
  return { lines: said.split('\n').slice(0, -1), killed: signal === 'SIGKILL' };
}
