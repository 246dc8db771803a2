// Measures the engine on generated talk: `npm run bench:core`, with `-- --json` for one object on stdout,
// `-- --quick` to leave out the 10M-token step, `-- --write` for a table in docs/benchmarks.md. Time is processor time, so that a
// busy machine shows about the same.
import { cpus, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { writeSection } from '../../../bench/src/write-section.ts';
import {
  budgetOf,
  type Conversation,
  condenseLoop,
  conversationOf,
  counterFor,
  dryRun,
  embeddedAnswer,
  findStrategy,
  preparePasses,
  project,
  render,
  seamsOf,
  statusOf,
  tokensOf,
  transcriptOf,
} from '../src/index.ts';
import { generateTranscript } from '../src/testing/index.ts';

const count = counterFor('gpt-4o');

interface Load {
  readonly conversation: Conversation;
  readonly tokens: number;
}

function load(tokens: number, seed = 7): Load {
  const { messages, frame } = generateTranscript({ seed, tokens, hazards: 'all' });
  const conversation = conversationOf(transcriptOf(messages), frame);
  return { conversation, tokens: tokensOf(project(conversation), count) };
}

function run(strategy: string, { conversation, tokens }: Load, share: number) {
  const chosen = findStrategy(strategy);
  const goal = Math.ceil(tokens * share);
  const { passes } = preparePasses(chosen);
  const budget = budgetOf(tokens);
  return dryRun(condenseLoop({ conversation, strategy: chosen, passes, budget, count, goal, limit: null, askRoom: 32_000 }));
}

/** A fold of Native by the embedded summarizer, to a tenth. */
function embedded({ conversation, tokens }: Load) {
  const chosen = findStrategy('native');
  const { passes } = preparePasses(chosen);
  const goal = Math.ceil(tokens / 10);
  const plan = { conversation, strategy: chosen, passes, budget: budgetOf(tokens), count, goal, limit: null };
  const fold = condenseLoop({ ...plan, askRoom: 1_000_000_000 });
  let step = fold.next();
  while (!step.done) step = fold.next(step.value.map((ask) => ({ ok: true, text: embeddedAnswer(ask, count), by: 'embedded' })));
}

function look({ conversation }: Load) {
  const view = project(conversation);
  render(view);
  return statusOf({ view, seams: seamsOf(conversation), count, budget: budgetOf(200_000) });
}

/** Processor milliseconds of some work. */
function spent(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

/** Median of several goes; the first ones warm the code up. */
function median(work: () => unknown, times = 9): number {
  const samples = Array.from({ length: times + 3 }, () => spent(work)).slice(3);
  return samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}

/** Nanoseconds per token of conversations of one size, together always as many tokens and each seen once. */
function perToken(size: number, together: number) {
  const loads = Array.from({ length: Math.max(1, Math.round(together / size)) }, (_, seed) => load(size, 100 + seed));
  const tokens = loads.reduce((sum, loaded) => sum + loaded.tokens, 0);
  const each = (work: (loaded: Load) => unknown) => (spent(() => loads.forEach(work)) * 1e6) / tokens;
  return {
    tokens: size,
    truncation: each((loaded) => run('truncation', loaded, 0.3)),
    native: each((loaded) => run('native', loaded, 0.1)),
    look: each(look),
  };
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes the engine holds on to after a look and a dry run, beside what the messages themselves take. */
function heapGrowth(): { messages: number; grown: number } {
  run('native', load(20_000), 0.5);
  const empty = heap();
  const { messages, frame } = generateTranscript({ seed: 11, tokens: 1_000_000, hazards: 'all' });
  const loaded = heap();
  const conversation = conversationOf(transcriptOf(messages), frame);
  const held = { conversation, tokens: tokensOf(project(conversation), count) };
  look(held);
  const outcome = run('native', held, 0.5);
  const after = heap();
  if (outcome.report.after > held.tokens) throw new Error('a dry run grew');
  return { messages: loaded - empty, grown: after - loaded };
}

const memory = heapGrowth();
const hundred = load(100_000);
const million = load(1_000_000);
const rows = [
  { what: 'Truncation, 100K tokens', ms: median(() => run('truncation', hundred, 0.3)), bar: 30 },
  { what: 'project + render + status, 100K tokens', ms: median(() => look(hundred)), bar: 5 },
  { what: 'dry run of Native, 1M tokens', ms: median(() => run('native', million, 0.1)), bar: 100 },
  { what: 'whole fold by the embedded summarizer, 100K tokens', ms: median(() => embedded(hundred), 5), bar: 300 },
];
const most = process.argv.includes('--quick') ? 1_000_000 : 10_000_000;
perToken(10_000, 200_000);
const flat = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= most).map((size) => perToken(size, most));

/** The table of the figures that have a bar. */
function table(): string {
  const machine = `${cpus()[0]?.model ?? 'an unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
  return [
    '## Engine: speed',
    `\`npm run bench:core -- --write\` on ${machine}, load ${loadavg()[0]?.toFixed(1)} at the end: generated coding talk, processor time, the median of several goes on conversations that were counted before.`,
    ['| | ms | bar |', '| --- | --- | --- |', ...rows.map(({ what, ms, bar }) => `| ${what} | ${ms.toFixed(1)} | ${bar} |`)].join(
      '\n',
    ),
  ].join('\n\n');
}

if (process.argv.includes('--write')) writeSection('core', table());
else if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ rows, flat, memory })}\n`);
else {
  for (const { what, ms, bar } of rows) console.log(`${what.padEnd(52)} ${ms.toFixed(2).padStart(8)} ms   (bar ${bar})`);
  console.log('\nns per token      truncation  native dry  project+render+status');
  for (const { tokens, truncation, native, look: seen } of flat) {
    const cells = [truncation, native, seen].map((ns) => ns.toFixed(1).padStart(12));
    console.log(`${tokens.toLocaleString('en-US').padStart(12)}  ${cells.join('')}`);
  }
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const times = (memory.grown / memory.messages).toFixed(2);
  console.log(`\nheap at 1M tokens: messages ${mb(memory.messages)}, engine ${mb(memory.grown)} (${times}×)`);
}
