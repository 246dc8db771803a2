// How long the event loop of a server is held by large requests, sent by a process of its own.
//   npm run bench:lag [-- MEGABYTES]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { watchLoop } from '../../../tests/servers/watch-loop.ts';
import { jsonLog } from '../src/log.ts';
import { serve } from '../src/process/serve.ts';
import { prose } from './prose.ts';

const [size = '4', url] = process.argv.slice(2);
const bytes = Number(size) * 1e6;

if (url === undefined) await main();
else await client(url);

async function main(): Promise<void> {
  const home = runFolder();
  const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
  const served = await serve(settings, { log: jsonLog('error'), environment: {}, web: null });
  try {
    const child = spawn(process.execPath, [import.meta.filename, size, served.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    const over = once(child, 'close');
    const loop = watchLoop();
    for await (const line of createInterface({ input: child.stdout })) {
      const rss = process.memoryUsage.rss() / 1e6;
      process.stdout.write(`${line}: ${loop.words()}; memory ${rss.toFixed(0)} MB\n`);
    }
    await over;
    loop.stop();
  } finally {
    if ('stop' in served) await served.stop();
  }
}

async function client(url: string): Promise<void> {
  const call = async (method: string, path: string, body?: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, url), { method, headers, ...(body === undefined ? {} : { body: text }) });
    return { status: answer.status, text: await answer.text() };
  };
  const session = async () => (JSON.parse((await call('POST', '/api/sessions', {})).text) as { id: string }).id;
  const told = async (name: string, work: () => Promise<{ status: number }>) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { status } = await work();
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.stdout.write(`${name} (${status})\n`);
  };
  await told('start', () => call('GET', '/healthz'));
  const paste = prose(1, bytes);
  const first = await session();
  await told('a paste as a message', () => call('POST', `/api/sessions/${first}/messages`, { text: paste }));
  await told('its entries', () => call('GET', `/api/sessions/${first}/entries`));
  await told('a draft', () => call('POST', `/api/sessions/${first}/status`, { draft: paste }));
  await told('one letter', async () =>
    call('POST', `/api/sessions/${await session()}/entries`, { messages: [{ role: 'user', text: 'a'.repeat(bytes) }] }),
  );
  const many = await session();
  const messages = Array.from({ length: bytes / 2_000 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    text: prose(n, 1_950),
  }));
  for (let at = 0; at < messages.length; at += 1_000)
    await told('a thousand messages', () =>
      call('POST', `/api/sessions/${many}/entries`, { messages: messages.slice(at, at + 1_000) }),
    );
  await told('their status', () => call('GET', `/api/sessions/${many}/status`));
  await told('their context', () => call('GET', `/api/sessions/${many}/context`));
  await told('their first page', () => call('GET', `/api/sessions/${many}/entries`));
  await told('search', () => call('GET', '/api/search?q=server'));
  await told('search in one', () => call('GET', `/api/sessions/${first}/search?q=server`));
  await told('an estimate', () => call('POST', `/api/sessions/${many}/condense`, { dryRun: true }));
  await told('a fold', () => call('POST', `/api/sessions/${many}/condense`, { force: true }));
  await told('the lab', () => call('POST', `/api/sessions/${many}/lab`, {}));
  for (const format of ['jsonl', 'markdown', 'openai'])
    await told(`export as ${format}`, () => call('GET', `/api/sessions/${many}/export?format=${format}`));
  const lines = messages.map(({ role, text }) => JSON.stringify({ role, content: text })).join('\n');
  await told('an import', () => call('POST', '/api/import', { name: 'file.jsonl', text: lines }));
}
