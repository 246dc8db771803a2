// What Lossless saves and how long it takes, on real conversations when they are there and on generated ones.
//   lossless.ts [--json] [--write] [FILE …]     files of `../shared/data` by name; all of them when none is named
//     --write   the table, into docs/benchmarks.md
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { writeSection } from '../../../bench/src/write-section.ts';
import {
  budgetOf,
  condenseLoop,
  conversationOf,
  counterFor,
  dryRun,
  type LosslessConfig,
  lossless,
  type Message,
  type Outcome,
  project,
  render,
  transcriptOf,
} from '../src/index.ts';
import { rebuild } from '../src/lossless/index.ts';
import { generateTranscript } from '../src/testing/index.ts';
import { recordedMessages } from './recorded.ts';

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data');
const GENERATED = [100_000, 1_000_000, 10_000_000];
const count = counterFor('openai:gpt-4o');

interface SourceShare {
  readonly name: string;
  readonly mode: 'strict' | 'with obsolete state';
  readonly conversations: number;
  readonly before: number;
  readonly after: number;
  readonly ms: number;
  /** Tokens each pass saved. */
  readonly passes: Readonly<Record<string, number>>;
  /** Messages the decoder did not bring back byte for byte; counted in strict mode alone. */
  readonly notRebuilt: number | null;
}

function condensed(messages: readonly Message[], config: Partial<LosslessConfig>): { outcome: Outcome; ms: number } {
  const conversation = conversationOf(transcriptOf(messages));
  for (const message of messages) count.message(message);
  const passes = lossless.passes({ ...lossless.config.defaults, ...config });
  const start = performance.now();
  const outcome = dryRun(
    condenseLoop({ conversation, strategy: lossless, passes, budget: budgetOf(1000), count, goal: 0, limit: null, askRoom: 0 }),
  );
  return { outcome, ms: performance.now() - start };
}

function measure(name: string, conversations: readonly (readonly Message[])[], mode: SourceShare['mode']): SourceShare {
  const passes: Record<string, number> = {};
  let [before, after, ms, notRebuilt] = [0, 0, 0, 0];
  for (const messages of conversations) {
    const run = condensed(messages, { removeObsoleteState: mode !== 'strict' });
    const { report, conversation } = run.outcome;
    before += report.before;
    after += report.after;
    ms += run.ms;
    for (const pass of report.passes) passes[pass.name] = (passes[pass.name] ?? 0) + pass.before - pass.after;
    if (mode !== 'strict') continue;
    const back = rebuild(render(project(conversation)));
    notRebuilt += back.filter((message, index) => !isDeepStrictEqual(message, messages[index])).length;
  }
  return {
    name,
    mode,
    conversations: conversations.length,
    before,
    after,
    ms,
    passes,
    notRebuilt: mode === 'strict' ? notRebuilt : null,
  };
}

function printed(row: SourceShare): string {
  const share = (tokens: number) => `${((100 * tokens) / row.before).toFixed(1)} %`;
  const passes = Object.entries(row.passes)
    .filter(([, saved]) => saved > 0)
    .map(([name, saved]) => `${name} ${share(saved)}`);
  const speed = `${row.ms.toFixed(0)} ms, ${((row.ms * 1e5) / row.before).toFixed(1)} ms per 100K`;
  const decoder =
    row.notRebuilt === null ? '' : row.notRebuilt === 0 ? ', all rebuilt' : `, ${row.notRebuilt} messages NOT rebuilt`;
  const head = `${row.name}, ${row.mode}: ${row.before.toLocaleString('en-US')} → ${row.after.toLocaleString('en-US')} tokens`;
  return `${head}, ${share(row.before - row.after)} saved (${speed}${decoder})\n    ${passes.join(', ') || 'nothing to save'}`;
}

/** A row a source, both modes beside each other, and all recorded ones together. */
function table(rows: readonly SourceShare[]): string {
  const sources = Map.groupBy(rows, ({ name }) => name);
  const recorded = rows.filter(({ name }) => !name.startsWith('generated'));
  const saved = (mine: readonly SourceShare[], mode: SourceShare['mode']) => {
    const [before, after] = [sum(mine, mode, 'before'), sum(mine, mode, 'after')];
    return before === 0 ? '–' : `${((100 * (before - after)) / before).toFixed(1)} %`;
  };
  const line = (name: string, mine: readonly SourceShare[]) =>
    `| ${name} | ${sum(mine, 'strict', 'before').toLocaleString('en-US')} | ${saved(mine, 'strict')} | ${saved(mine, 'with obsolete state')} | ${mine.reduce((total, { notRebuilt }) => total + (notRebuilt ?? 0), 0)} |`;
  return [
    '## Lossless',
    '`npm run bench:lossless -- --write` on the recorded conversations of `../shared/data` and on generated talk; share of the tokens saved.',
    [
      '|  | tokens | strict | with `removeObsoleteState` | messages not rebuilt |',
      '| --- | --- | --- | --- | --- |',
      ...[...sources].map(([name, mine]) => line(name, mine)),
      ...(recorded.length === 0 ? [] : [line('all recorded', recorded)]),
    ].join('\n'),
  ].join('\n\n');
}

function sum(rows: readonly SourceShare[], mode: SourceShare['mode'], field: 'before' | 'after'): number {
  return rows.reduce((total, row) => total + (row.mode === mode ? row[field] : 0), 0);
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
const rows: SourceShare[] = [];
const say = (text: string) => {
  if (!values.json) process.stdout.write(`${text}\n`);
};
const show = (row: SourceShare) => {
  rows.push(row);
  say(printed(row));
};

// A warm engine is measured: the first runs of a process pay for compiling it.
for (const seed of [1, 2, 3])
  condensed(generateTranscript({ seed, tokens: 100_000 }).messages, { removeObsoleteState: seed > 2 });
if (existsSync(DATA)) {
  const names = readdirSync(DATA).filter((name) => name.endsWith('.jsonl') && !name.startsWith('token-counts'));
  for (const file of names.filter((name) => positionals.length === 0 || positionals.includes(path.basename(name, '.jsonl')))) {
    const conversations = recordedMessages(readFileSync(path.join(DATA, file), 'utf8'));
    for (const mode of ['strict', 'with obsolete state'] as const)
      show(measure(path.basename(file, '.jsonl'), conversations, mode));
  }
} else say('There are no recorded conversations at ../shared/data: only generated ones are measured.');
if (positionals.length === 0) {
  for (const tokens of GENERATED) {
    const { messages } = generateTranscript({ seed: 7, tokens });
    show(measure(`generated ${tokens.toLocaleString('en-US')}`, [messages], 'strict'));
  }
}
if (values.json) process.stdout.write(`${JSON.stringify({ rows }, null, 2)}\n`);
if (values.write) writeSection('lossless', table(rows));
