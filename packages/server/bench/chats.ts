// Many chats that stream at once: how long first words take, what memory does during and after, how long the loop is held.
//   npm run bench:chats [-- --minutes 20 --chats 64 --after 60 --drip 60 --profile FILE]
// The server has a process of its own; people and the strict upstream share this one.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { Upstream } from '../../../tests/upstream/upstream.ts';
import { jsonLog } from '../src/log.ts';
import { serve } from '../src/process/serve.ts';
import { clientOf, eventsOf } from '../src/testing/client.ts';
import { prose } from './prose.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    chats: { type: 'string', default: '64' },
    /** Milliseconds between two pieces of an answer: with fewer, as many turns take less time. */
    drip: { type: 'string', default: '60' },
    /** Seconds between the last word and the last look at memory. */
    after: { type: 'string', default: '60' },
    /** Where the server's CPU profile goes. */
    profile: { type: 'string' },
    home: { type: 'string' },
  },
});

if (given.home === undefined) await main(Number(given.minutes), Number(given.chats), Number(given.after));
else await server(given.home);

/** The served home; says its address, then for every line it reads how long its loop was held since the last. */
async function server(home: string): Promise<void> {
  const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
  const served = await serve(settings, { log: jsonLog('error'), environment: {}, web: null });
  if (!served.running) throw new Error('The home is served already.');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const profiler = given.profile === undefined ? null : new Session();
  profiler?.connect();
  await profiler?.post('Profiler.enable');
  await profiler?.post('Profiler.start');
  // What this thread did between two turns of the loop: others on the machine do not count.
  const held: number[] = [];
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    held.push((user + system) / 1000);
    cpu = process.threadCpuUsage();
  }, 5).unref();
  process.stdout.write(`${served.url}\n`);
  for await (const _ of createInterface({ input: process.stdin })) {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    const lag = { p99: delay.percentile(99) / 1e6 - 5, max: delay.max / 1e6 - 5, cpu99: at(held, 0.99), cpuMax: at(held, 1) };
    process.stdout.write(`${JSON.stringify({ lag, heapUsed, heapTotal, external })}\n`);
    delay.reset();
    held.length = 0;
  }
  const profile = await profiler?.post('Profiler.stop');
  if (given.profile !== undefined) writeFileSync(given.profile, JSON.stringify(profile?.profile));
  await served.stop();
}

/** What the server says of itself. */
interface Look {
  /** By the clock, and in CPU of its thread. */
  readonly lag: { readonly p99: number; readonly max: number; readonly cpu99: number; readonly cpuMax: number };
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
}

async function main(minutes: number, chats: number, after: number): Promise<void> {
  const home = runFolder();
  const own = ['--home', home, ...(given.profile === undefined ? [] : ['--profile', given.profile])];
  // As a server is started: with what was compiled before at hand.
  const cache = ['--import', new URL('../../../scripts/boot/compile-cache.mjs', import.meta.url).href];
  const child = spawn(process.execPath, [...cache, import.meta.filename, ...own], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise((over) => child.once('close', over));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const look = async (): Promise<Look> => {
    child.stdin.write('\n');
    return JSON.parse(await line()) as Look;
  };
  const upstream = await Upstream.open();
  try {
    const url = await line();
    const memory = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    await measured({ url, upstream, minutes, chats, after, memory, look });
  } finally {
    child.stdin.end();
    await closed;
    await upstream.close();
  }
}

interface Set {
  readonly url: string;
  readonly upstream: Upstream;
  readonly minutes: number;
  readonly chats: number;
  readonly after: number;
  memory(): number;
  look(): Promise<Look>;
}

async function measured({ url, upstream, minutes, chats, after, memory, look }: Set): Promise<void> {
  const client = clientOf(url);
  /** When the upstream began to answer each question, after how long. */
  const thought = new Map<string, number>();
  const [first, over, bare, health, failed]: [number[], number[], number[], number[], string[]] = [[], [], [], [], []];
  upstream.always = { drip: Number(given.drip) };
  upstream.manner = {
    async answer({ messages }) {
      const begun = performance.now();
      const question = /question (\d+ of \d+)/.exec(JSON.stringify(messages.at(-1)))?.[1] ?? '';
      await wait(200);
      thought.set(question, performance.now() - begun + Number(given.drip));
      // What was asked and billed is of no use here, and grows.
      upstream.seen.length = 0;
      upstream.bills.length = 0;
      return { text: prose(Number.parseInt(question, 10) || 0, 600) };
    },
  };
  const profile = await client.post('/api/profiles', {
    name: 'Fake',
    provider: 'openai-compatible',
    model: 'fake',
    baseUrl: upstream.url(),
    contextWindow: 16_000,
    maxOutputTokens: 1_000,
  });
  const until = performance.now() + minutes * 60_000;
  const gone = new AbortController();
  const talk = async (chat: number) => {
    const { id } = await client.post('/api/sessions', { profileId: profile.id });
    // A page also hears what happens in its session.
    const news = client.request('GET', `/api/sessions/${id}/events`, undefined, { signal: gone.signal });
    news
      .then(async (response) => {
        for await (const _ of eventsOf(response));
      })
      .catch(() => {});
    await wait(chat * 100);
    for (let turn = 1; performance.now() < until; turn++) {
      const question = `${turn} of ${chat}`;
      const text = `question ${question}: ${prose(turn * chat, 1_200)}`;
      const begun = performance.now();
      let words = '';
      try {
        const response = await client.request('POST', `/api/sessions/${id}/messages`, { text });
        for await (const { data } of eventsOf(response)) {
          if (data === '[DONE]') break;
          const chunk = JSON.parse(data);
          if (chunk.type === 'error') throw new Error(chunk.errorText);
          if (chunk.type !== 'text-delta') continue;
          if (words === '') {
            const took = performance.now() - begun;
            const own = thought.get(question) ?? 0;
            first.push(took);
            bare.push(own);
            over.push(took - own);
          }
          words += chunk.delta;
        }
        if (words === '') throw new Error('no word came');
      } catch (error) {
        failed.push(String(error));
        await wait(1_000);
      }
      thought.delete(question);
    }
  };
  const samples: { minute: number; rss: number }[] = [];
  let worst: Look['lag'] = { p99: 0, max: 0, cpu99: 0, cpuMax: 0 };
  const worse = (lag: Look['lag']) => {
    const [p99, max] = [Math.max(worst.p99, lag.p99), Math.max(worst.max, lag.max)];
    worst = { p99, max, cpu99: Math.max(worst.cpu99, lag.cpu99), cpuMax: Math.max(worst.cpuMax, lag.cpuMax) };
  };
  const begun = performance.now();
  let next = 60;
  const watch = setInterval(async () => {
    const minute = (performance.now() - begun) / 60_000;
    samples.push({ minute, rss: memory() });
    const asked = performance.now();
    await client.get('/healthz').catch((error: unknown) => failed.push(String(error)));
    health.push(performance.now() - asked);
    if (minute * 60 < next) return;
    next += 60;
    const looked = await look();
    worse(looked.lag);
    say(
      `minute ${minute.toFixed(0)}: ${first.length} turns, memory ${memory().toFixed(0)} MB (${heapOf(looked)}), ${lagOf(looked.lag)}`,
    );
  }, 1_000);
  const start = memory();
  await Promise.all(Array.from({ length: chats }, (_, chat) => talk(chat)));
  clearInterval(watch);
  gone.abort();
  const peak = Math.max(...samples.map(({ rss }) => rss));
  const late = samples.filter(({ minute }) => minute > minutes / 2);
  await wait(after * 1_000);
  const looked = await look();
  worse(looked.lag);
  say(`${chats} chats, ${minutes} min: ${first.length} turns, ${failed.length} failed ${failed[0] ?? ''}`);
  say(
    `first word: p50 ${ms(at(first, 0.5))}, p99 ${ms(at(first, 0.99))} (the upstream's own ${ms(at(bare, 0.5))}, ${ms(at(bare, 0.99))})`,
  );
  say(`over the upstream's: p50 ${ms(at(over, 0.5))}, p99 ${ms(at(over, 0.99))}, at most ${ms(at(over, 1))} (bar p99 1,000 ms)`);
  say(`health p99 ${ms(at(health, 0.99))}; of the worst minute ${lagOf(worst)} (bar p99 100 ms)`);
  say(
    `memory ${start.toFixed(0)} → ${peak.toFixed(0)} MB, ${after} s later ${memory().toFixed(0)} MB (bar 300; ${heapOf(looked)}); slope of the second half ${slope(late).toFixed(2)} MB/min (bar 0.5)`,
  );
}

function heapOf({ heapUsed, heapTotal, external }: Look): string {
  return `heap ${mb(heapUsed)} of ${mb(heapTotal)}, external ${mb(external)}`;
}

function lagOf({ p99, max, cpu99, cpuMax }: Look['lag']): string {
  return `loop late p99 ${ms(p99)}, at most ${ms(max)}; held p99 ${ms(cpu99)} of CPU, at most ${ms(cpuMax)}`;
}

/** How much memory grows a minute, by least squares. */
function slope(samples: readonly { minute: number; rss: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ rss }) => rss))];
  const [up, across] = samples.reduce(
    ([up, across], { minute, rss }) => [up + (minute - x) * (rss - y), across + (minute - x) ** 2],
    [0, 0],
  );
  return up / across;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
