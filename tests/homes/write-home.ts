import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { clientOf } from '../../packages/server/src/testing/client.ts';
import { Upstream } from '../upstream/upstream.ts';
import { askHome } from './ask-home.ts';
import { fillHome, leaveUnfinished } from './fill-home.ts';

// node tests/homes/write-home.ts CHECKOUT NAME: lets the server of another commit, checked out and installed, write a home,
// and keeps its files and all that this server tells of it beside this file. A kept home is frozen.
const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined) throw new Error('Say which checkout is to write, and what to call its home.');

const home = mkdtempSync(join(tmpdir(), 'tenfold-home-'));
const upstream = await Upstream.open();
const started: ChildProcess[] = [];
process.on('exit', () => {
  for (const server of started) server.kill('SIGKILL');
});
let child = await start();
await fillHome(child.url, upstream);
await leaveUnfinished(child.url, upstream);
await end(child.process, 'SIGKILL');
// What the crash left is set in order once, by the server that wrote it.
child = await start();
await clientOf(child.url).get('/api/sessions');
await end(child.process, 'SIGTERM');
for (const file of ['tenfold.db', 'secret.key']) keep(file, readFileSync(join(home, file)));
child = await start();
keep('answers.json', JSON.stringify(await askHome(clientOf(child.url))));
await end(child.process, 'SIGTERM');
await upstream.close();
rmSync(home, { recursive: true });

function keep(file: string, content: string | Buffer): void {
  const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  writeFileSync(join(import.meta.dirname, `${name}.${file}.br`), packed);
}

async function start(): Promise<{ process: ChildProcess; url: string }> {
  const main = resolve(checkout ?? '', 'packages/cli/src/main.ts');
  const server = spawn(process.execPath, [main, 'serve', '--home', home, '--port', '0', '--no-open', '--no-web'], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(server);
  for await (const text of server.stdout.setEncoding('utf8')) {
    const [url] = /http:\/\/\S+/.exec(String(text)) ?? [];
    if (url !== undefined) return { process: server, url: url.replace(/\/$/, '') };
  }
  throw new Error('The server did not start.');
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const closed = once(server, 'exit');
  server.kill(signal);
  await closed;
}
