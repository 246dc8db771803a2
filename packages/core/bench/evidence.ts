// What folds keep, on recorded conversations when they are there, and how fast that is found.
//   evidence.ts [--json] [--write] [--missed] [--only NAME …] [FILE …]
//     FILE      files of `../shared/data` by name; all of them when none is named
//     --only    planted, strategies, orders, real-sized, later, talk, drift, speed
//     --missed  what was lost, on stderr
//     --write   the tables, into docs/benchmarks.md
import { parseArgs } from 'node:util';
import { writeSection } from '../../../bench/src/write-section.ts';
import { presets } from '../src/index.ts';
import { askedTalk } from './retention/asked-talk.ts';
import { drift } from './retention/drift.ts';
import { neededLater } from './retention/needed-later.ts';
import { orders } from './retention/orders.ts';
import { plainTalk } from './retention/plain-talk.ts';
import { type Means, type Planted, planted } from './retention/planted.ts';
import { realSized } from './retention/real-sized.ts';
import { recordedRuns, SOURCES } from './retention/recorded-runs.ts';
import { type Measured, tables } from './retention/report.ts';
import { speeds } from './retention/speed.ts';

const { values: flags, positionals } = parseArgs({
  options: {
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    missed: { type: 'boolean' },
    only: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
const runs = recordedRuns(positionals.length > 0 ? positionals : SOURCES);
if (runs.length === 0) process.stderr.write('../shared/data is not there: only generated talk is measured.\n');
const missed = (line: string) => {
  if (flags.missed) process.stderr.write(`${line}\n`);
};
const wanted = (name: string) => flags.only === undefined || flags.only.includes(name);

const fails = () => {
  throw new Error('429: rate limit reached');
};
const others: readonly (readonly [string, Means])[] = [
  ['Native, every call failing', { answer: fails }],
  ['Truncation', { strategy: 'truncation' }],
  ...presets.map(({ name, config }) => [`Preset ${name}`, { strategy: 'smart', config: { ...config } }] as const),
];
const strategies: [string, readonly Planted[]][] = [];
if (wanted('strategies')) for (const [name, means] of others) strategies.push([name, await planted(runs, 'held-back', means)]);

const measured: Measured = {
  planted: wanted('planted') ? [...(await planted(runs, 'tuned')), ...(await planted(runs, 'held-back'))] : [],
  strategies,
  orders: wanted('orders') ? [...(await orders(runs, 'tuned', missed)), ...(await orders(runs, 'held-back', missed))] : [],
  realSized: wanted('real-sized') ? await realSized(runs, missed) : [],
  later: wanted('later')
    ? [
        ['96 % cut', await neededLater(runs, 0.04, missed)],
        ['10:1', await neededLater(runs, 0.1, missed)],
      ]
    : [],
  talk: wanted('talk') ? await plainTalk() : { found: 0, kept: 0 },
  asked: wanted('talk') ? [...(await askedTalk('tuned')), ...(await askedTalk('held-back'))] : [],
  drift: wanted('drift') ? await drift(runs) : [],
  speeds: wanted('speed') ? await speeds(runs) : [],
};
if (flags.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
else if (flags.write) writeSection('retention', tables(measured));
else process.stdout.write(`${tables(measured)}\n`);
