/**
 * Measures our counter against its peers, each measurement in fresh processes, and writes the table of docs/benchmarks.md.
 * --json prints everything measured instead of the table.
 */
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { buildCore } from './built-core.ts';
import { KINDS } from './corpus.ts';
import { COUNTERS } from './counters.ts';
import { GOLDEN, HOSTILE } from './hostile.ts';
import { installPeers } from './install-peers.ts';
import { type Measured, tokensSection } from './tokens-report.ts';
import { writeSection } from './write-section.ts';

const ROUNDS = 5;
const TIME_LIMIT = 5_000;

installPeers();
const entry = buildCore();
const note = (text: string) => process.stderr.write(`${text}\n`);
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Runs one measurement in its own process; undefined when it fails or takes too long. */
function sample<Result>(timeout: number, ...args: string[]): Result | undefined {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'tokens-sample.ts'), ...args], {
    env: { ...process.env, TENFOLD_BUILT: entry },
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 24,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? (JSON.parse(stdout) as Result) : undefined;
}

function rounds<Result>(...args: string[]): Result[] {
  return Array.from({ length: ROUNDS }, () => sample<Result>(600_000, ...args)).filter((result) => result !== undefined);
}

function measure(): Measured {
  const names = Object.keys(COUNTERS);
  const busy = `load ${(loadavg()[0] as number).toFixed(1)} at the start`;
  note('hot');
  const hot = sample<Measured['hot']>(600_000, 'hot') as Measured['hot'];
  const first: Measured['first'] = {};
  for (const kind of KINDS) {
    note(`first seen: ${kind}`);
    const runs = rounds<Record<string, number>>('first', kind);
    first[kind] = Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name] as number))]));
  }
  note('cold start');
  const cold: Measured['cold'] = {};
  for (const name of names) {
    const runs = rounds<{ ms: number; megabytes: number }>('cold', name);
    cold[name] = { ms: median(runs.map(({ ms }) => ms)), megabytes: median(runs.map(({ megabytes }) => megabytes)) };
  }
  const hostile: Measured['hostile'] = {};
  for (const input of Object.keys(HOSTILE)) {
    note(`hostile: ${input}`);
    hostile[input] = Object.fromEntries(names.map((name) => [name, sample(TIME_LIMIT, 'hostile', name, input) ?? null]));
  }
  note('odd strings');
  const odd = Object.fromEntries(names.map((name) => [name, sample<{ wrong: number; of: number }>(60_000, 'odd', name) ?? null]));
  const append = median(rounds<{ microseconds: number }>('append').map(({ microseconds }) => microseconds));
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}, ${busy}`,
    hot,
    first,
    cold,
    hostile,
    golden: GOLDEN,
    odd,
    append,
  };
}

const measured = measure();
if (process.argv.includes('--json')) console.log(JSON.stringify(measured, null, 2));
else {
  const section = tokensSection(measured);
  writeSection('tokens', section);
  console.log(section);
}
