// What the API does in how long, over HTTP against a server in a process of its own.  --json prints one object.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longSession } from './long-session.ts';
import { prose } from './prose.ts';

const BYTES = 2_048;
const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-server-'));

/** A server on a home, and how long it took to be ready. */
async function start(home: string) {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const script = join(import.meta.dirname, '../src/testing/kill/server-process.ts');
  const ranks = fileURLToPath(import.meta.resolve('@tenfold/core/o200k.bin'));
  const begun = performance.now();
  const child = spawn(process.execPath, [script, home, ranks], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { hostname, port } = new URL(line.trim());
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  // Plain requests on kept connections: the client shares the machine and should cost as little as it can.
  const request = (method: string, path: string, body?: object) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const sent = httpRequest({ hostname, port, method, path, agent, headers }, (response) => {
        let said = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          said += piece;
        });
        response.on('end', () => ((response.statusCode ?? 500) < 300 ? resolve(JSON.parse(said)) : reject(new Error(said))));
      });
      sent.on('error', reject).end(text);
    });
  const stop = async () => {
    agent.destroy();
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { request, stop, readyMs: performance.now() - begun };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const share = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** The very first request to a fresh process: the whole page of what would be sent, or the status a gauge needs. */
async function freshContext(total: number) {
  const home = join(folder, `long-${total}`);
  mkdirSync(home, { mode: 0o700 });
  const session = await longSession(home, total, 1_000, 130);
  const runs = { contextMs: [] as number[], statusMs: [] as number[], readyMs: [] as number[] };
  const first = async (what: 'context' | 'status') => {
    const { request, stop, readyMs } = await start(home);
    runs.readyMs.push(readyMs);
    const ms = await timed(() => request('GET', `/api/sessions/${session}/${what}`));
    await stop();
    return ms;
  };
  // Not counted: the client's own code is as new as the server's, and the home gets its sample.
  await first('context');
  for (let n = 0; n < 7; n++) {
    runs.contextMs.push(await first('context'));
    runs.statusMs.push(await first('status'));
  }
  return Object.fromEntries(Object.entries(runs).map(([name, values]) => [name, median(values)]));
}

/** A session of 100,000 tokens: each message, and the status right after it. */
async function statusAfterMessage() {
  const { request, stop } = await start(join(folder, 'status'));
  const { id } = await request('POST', '/api/sessions', {});
  const append = (n: number) =>
    request('POST', `/api/sessions/${id}/entries`, { messages: [{ role: n % 2 ? 'assistant' : 'user', text: prose(n, BYTES) }] });
  let used = 0;
  for (let n = 0; used < 100_000; n++) {
    await append(n);
    if (n % 20 === 0) used = (await request('GET', `/api/sessions/${id}/status`)).used as number;
  }
  const status: number[] = [];
  for (let n = 0; n < 200; n++) {
    await append(n);
    status.push(await timed(() => request('GET', `/api/sessions/${id}/status`)));
  }
  await stop();
  return { tokens: used, p50: median(status), p99: share(status, 0.99) };
}

/** Each client has a session and sends its next entry when the last is acknowledged. */
async function appendsPerSecond(clients: number, total: number) {
  const { request, stop } = await start(join(folder, 'append'));
  const sessions = await Promise.all(Array.from({ length: clients }, () => request('POST', '/api/sessions', {})));
  const run = async (count: number) => {
    let next = 0;
    const begun = performance.now();
    await Promise.all(
      sessions.map(async ({ id }) => {
        for (let n = next++; n < count; n = next++)
          await request('POST', `/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: prose(n, BYTES) }] });
      }),
    );
    return count / ((performance.now() - begun) / 1_000);
  };
  await run(2_000);
  const perSecond = await run(total);
  await stop();
  return { perSecond, clients, total, bytes: BYTES };
}

try {
  const appends = await appendsPerSecond(16, 5_000);
  const status = await statusAfterMessage();
  const small = await freshContext(10_000);
  const large = await freshContext(100_000);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ appends, status, context: { small, large } }));
  else {
    console.log(`POST entries, 2 KB, 16 clients, full flush: ${Math.round(appends.perSecond)} acknowledged/s (bar 1,000)`);
    console.log(
      `status after a message, ${status.tokens} tokens: p50 ${status.p50.toFixed(1)} ms, p99 ${status.p99.toFixed(1)} ms (bar 10)`,
    );
    for (const [entries, { statusMs, contextMs, readyMs }] of Object.entries({ '10,000': small, '100,000': large }))
      console.log(
        `${entries} entries, 1,000 unfolded, first request to a fresh process: context ${contextMs?.toFixed(1)} ms (bar 25), status ${statusMs?.toFixed(1)} ms, ready after ${Math.round(readyMs ?? 0)} ms`,
      );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
