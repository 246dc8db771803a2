// What the gateway adds to a request, beside a bare pipe and Portkey, all in one run and in turn.
//   gateway.ts [--write] [--rounds N]
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuMs, type Measured, rssBytes, start, stop } from './gateway/process.ts';
import { post, quantile, timed } from './gateway/requests.ts';
import { installPeers } from './install-peers.ts';
import { runFolder } from './run-folder.ts';
import { writeSection } from './write-section.ts';

installPeers();
const { values: flags } = parseArgs({ options: { write: { type: 'boolean' }, rounds: { type: 'string', default: '400' } } });
const rounds = Number(flags.rounds);
const here = import.meta.dirname;
const root = join(here, '..', '..');
const home = runFolder();
/** What a gateway still has to do after an answer is done by then. */
const SETTLE_MS = 1_000;
/**
 * Requests through each before anything is measured: a gateway runs for days, and its code is compiled anew until some thousand have
 * passed. After 600 each of them still takes more than twice the processor time that it takes from then on.
 */
const WARM = 4_000;
const ADDRESS = /(http:\/\/127\.0\.0\.1:\d+)/;

const upstream = await start([join(here, 'gateway/upstream.ts')], { says: ADDRESS });
const pipe = await start([join(here, 'gateway/pipe.ts'), upstream.url], { says: ADDRESS });
const ours = (name: string, more: readonly string[]) =>
  start(
    [
      join(root, 'packages/cli/src/main.ts'),
      'gateway',
      '--no-open',
      '--port',
      '0',
      '--home',
      join(home, name),
      '--openai',
      upstream.url,
      ...more,
    ],
    { says: ADDRESS },
  );
const tenfold = await ours('plain', []);
const folding = await ours('folding', ['--room', '60000']);
const portkey = await start(
  [join(root, 'bench/node_modules/@portkey-ai/gateway/build/start-server.js'), '--headless', '--port=8797'],
  {
    says: /(Ready|localhost:8797|AI Gateway)/i,
    env: { TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost', NODE_ENV: 'production' },
  },
);
const started = [upstream, pipe, tenfold, folding, portkey];
try {
  const direct: Measured = { name: 'direct', url: upstream.url, headers: {}, child: null };
  const targets: readonly Measured[] = [
    direct,
    { name: 'bare pipe', ...pipe, headers: {} },
    { name: 'Tenfold', ...tenfold, headers: {} },
    {
      name: 'Portkey 1.15.2',
      child: portkey.child,
      url: 'http://127.0.0.1:8797',
      headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream.url}/v1` },
    },
  ];
  const rows = await passThrough(targets);
  const managed = await known(direct, { name: 'Tenfold', ...folding, headers: {} });
  const text = report(rows, managed);
  if (flags.write) writeSection('gateway', text);
  else console.log(text);
} finally {
  await Promise.all(started.map(stop));
}

interface Row {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly first: number;
  readonly cpu: number;
  readonly perSecond: number;
  /** Requests for each second of processor time of its own, while it is asked as fast as it answers. */
  readonly perCpuSecond: number;
}

function question(n: number, stream: boolean): string {
  const messages = [{ role: 'user', content: `Question ${n}: ${'some words of talk '.repeat(100)}` }];
  return JSON.stringify({ model: 'gpt-4o', stream, messages });
}

/** Small requests of conversations that are new each time, through each in turn. */
async function passThrough(targets: readonly Measured[]): Promise<readonly Row[]> {
  // A peer that cannot stream before this upstream is measured on whole answers alone.
  const streams = new Map<string, boolean>();
  for (const { name, ...target } of targets)
    streams.set(
      name,
      await timed({ name, ...target }, question(0, true)).then(
        () => true,
        () => false,
      ),
    );
  for (let warm = 0; warm < WARM; warm++)
    for (const target of targets) await timed(target, question(-warm, warm % 2 === 0 && streams.get(target.name) === true));
  const whole = new Map(targets.map(({ name }) => [name, [] as number[]]));
  const first = new Map(targets.map(({ name }) => [name, [] as number[]]));
  // All that a process does between the first request and some time after the last, what it does beside its answers included.
  await setTimeout(SETTLE_MS);
  const before = targets.map(cpuMs);
  for (let round = 0; round < rounds; round++)
    for (const target of targets) whole.get(target.name)?.push((await timed(target, question(round, false))).whole);
  await setTimeout(SETTLE_MS);
  const cpu = targets.map((target, at) => cpuMs(target) - (before[at] ?? 0));
  for (let round = 0; round < rounds; round++)
    for (const target of targets)
      if (streams.get(target.name)) first.get(target.name)?.push((await timed(target, question(rounds + round, true))).first);
  const out: Row[] = [];
  for (const [at, target] of targets.entries()) {
    const times = whole.get(target.name) ?? [];
    out.push({
      name: target.name,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      first: streams.get(target.name) ? quantile(first.get(target.name) ?? [], 0.5) : Number.NaN,
      cpu: ((cpu[at] ?? 0) * 1_000) / rounds,
      ...(await throughput(target)),
    });
  }
  return out;
}

async function throughput(target: Measured): Promise<Pick<Row, 'perSecond' | 'perCpuSecond'>> {
  const end = performance.now() + 3_000;
  let done = 0;
  const before = performance.now();
  const used = cpuMs(target);
  await Promise.all(
    Array.from({ length: 16 }, async (_, worker) => {
      for (let n = 0; performance.now() < end; n++) {
        await timed(target, question(1_000_000 + worker * 10_000 + n, false));
        done++;
      }
    }),
  );
  const perSecond = (done * 1_000) / (performance.now() - before);
  await setTimeout(SETTLE_MS);
  return { perSecond, perCpuSecond: (done * 1_000) / (cpuMs(target) - used) };
}

/** A conversation of 100,000 tokens that is known, one message more each time; and what a stream that stays open weighs. */
async function known(
  direct: Measured,
  target: Measured,
): Promise<{ readonly added: number; readonly p99: number; readonly rss: number }> {
  const messages: { role: string; content: string }[] = [];
  for (let turn = 0; messages.length < 200; turn++)
    messages.push(
      { role: 'user', content: `Part ${turn}: ${'some words of talk and code in src/part.ts '.repeat(90)}` },
      { role: 'assistant', content: `Read part ${turn}. ${'It says a few things. '.repeat(25)}` },
    );
  const times: { ours: number; without: number }[] = [];
  for (let turn = 0; turn < 40; turn++) {
    messages.push({ role: 'user', content: `And now ${turn}?` });
    const body = JSON.stringify({ model: 'gpt-4o', stream: false, messages });
    const { whole, text } = await timed(target, body);
    const without = (await timed(direct, body)).whole;
    if (turn >= 10) times.push({ ours: whole, without });
    messages.push(
      (JSON.parse(text) as { choices: { message: { role: string; content: string } }[] }).choices[0]?.message ?? {
        role: 'assistant',
        content: '',
      },
    );
  }
  const added = times.map(({ ours, without }) => ours - without);
  const before = rssBytes(target);
  const open = 200;
  const streams = await Promise.all(
    Array.from({ length: open }, async (_, n) => {
      const answer = await post(
        target,
        JSON.stringify({ model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: `stay open ${n}` }] }),
      );
      answer.resume();
      return answer;
    }),
  );
  const rss = (rssBytes(target) - before) / open;
  for (const stream of streams) stream.destroy();
  return { added: quantile(added, 0.5), p99: quantile(added, 0.99), rss };
}

function report(rows: readonly Row[], managed: Awaited<ReturnType<typeof known>>): string {
  const [direct] = rows;
  const ms = (value: number) => value.toFixed(2);
  const lines = rows.slice(1).map(({ name, p50, p99, first, cpu, perSecond, perCpuSecond }) => {
    const base = direct as Row;
    return `| ${name} | ${ms(p50 - base.p50)} | ${ms(p99 - base.p99)} | ${Math.round(cpu)} | ${Math.round(perSecond)} | ${Math.round(perCpuSecond)} | ${Number.isNaN(first) ? 'no stream' : ms(first - base.first)} |`;
  });
  return [
    '## Gateway',
    '',
    `\`npm run bench:gateway\` on ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}: ${rounds} requests of 2 KB through each in turn, recording on, after ${WARM} that are not counted; each a process of its own before one upstream.`,
    '',
    '|  | added p50, ms | added p99, ms | CPU a request, µs | requests/s, 16 at once | the same for a second of its CPU | added to the first token, ms |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `The client and the upstream take their part of the same cores: without anything between they come to ${Math.round(direct?.perSecond ?? 0)} requests/s.`,
    '',
    against(rows),
    '',
    `A request with 100,000 tokens of known history, folded: ${ms(managed.added)} ms added at the median, ${ms(managed.p99)} ms at p99. A stream that stays open: ${(managed.rss / 1_048_576).toFixed(2)} MB.`,
  ].join('\n');
}

/** Tenfold beside Portkey, with what is wished for. */
function against([direct, , ours, theirs]: readonly Row[]): string {
  if (direct === undefined || ours === undefined || theirs === undefined) return '';
  const share = (of: (row: Row) => number) => (of(ours) / of(theirs)).toFixed(2);
  return `Against Portkey: ${share(({ p50 }) => p50 - direct.p50)} of the added time (wished for: 0.5), ${share(({ cpu }) => cpu)} of the processor time (0.4), ${share(({ perSecond }) => perSecond)} of the requests (2), ${share(({ perCpuSecond }) => perCpuSecond)} of them for the same processor time.`;
}
