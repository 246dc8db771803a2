// Runs regular expressions on texts made against them, and writes the slow ones, one a line. A process of its own, since
// nothing but its end stops an expression that does not end. Only CPU time counts, so that a busy machine accuses nobody.
//   measure.ts FROM < JSON of the expressions
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { adversariesOf } from './adversaries.ts';
import type { MeasuredRegex } from './slow-regexes.ts';

/** Long enough for an expression of twenty letters to begin hundreds of times in it. */
const SCREEN = 8_000;
const LENGTH = 100_000;
/** A linear expression does the length of a screen in a small part of it, a quadratic one needs several times as much. */
const SUSPICIOUS_MS = 0.5;
const HANGS_MS = 2_000;
/** Below this none is accused of growing faster than its text. */
const UNSUSPICIOUS_MS = 10;

if (isMainThread) measureAll(JSON.parse(readFileSync(0, 'utf8')), Number(process.argv[2]));
else watch(workerData);

function measureAll(regexes: readonly MeasuredRegex[], from: number): void {
  const place = new Int32Array(new SharedArrayBuffer(8));
  const watcher = new Worker(new URL(import.meta.url), { workerData: place });
  watcher.once('online', () => {
    for (let index = from; index < regexes.length; index++) {
      const slow = slowest(regexes[index] as MeasuredRegex, (adversary) => {
        Atomics.store(place, 0, index);
        Atomics.store(place, 1, adversary);
      });
      if (slow !== undefined) tell({ slow: index, ...slow });
    }
    tell({ done: true });
    process.exit();
  });
}

/** Ends the process when it has been at one text for too long. */
function watch(place: Int32Array): void {
  let seen = '';
  let since = process.cpuUsage();
  setInterval(() => {
    const now = `${Atomics.load(place, 0)} ${Atomics.load(place, 1)}`;
    const { user, system } = process.cpuUsage(since);
    if (now !== seen) [seen, since] = [now, process.cpuUsage()];
    else if ((user + system) / 1000 > HANGS_MS) {
      tell({ hangs: Atomics.load(place, 0), adversary: Atomics.load(place, 1) });
      process.kill(process.pid, 'SIGKILL');
    }
  }, 50);
}

function tell(what: object): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

function slowest(regex: MeasuredRegex, at: (adversary: number) => void) {
  const { source, flags, atMost = LENGTH } = regex;
  const screen = Math.min(SCREEN, atMost);
  const expression = new RegExp(source, flags);
  for (const [index, { make }] of adversariesOf(source, flags).entries()) {
    at(index);
    if (wall(regex, expression, make(screen)) < SUSPICIOUS_MS || wall(regex, expression, make(screen)) < SUSPICIOUS_MS) continue;
    const [quarter, whole] = [cpu(regex, expression, make(atMost / 4)), cpu(regex, expression, make(atMost))];
    const isTooMuch = whole * (LENGTH / atMost) > 50;
    if (isTooMuch || (atMost === LENGTH && whole > UNSUSPICIOUS_MS && whole / quarter > 8))
      return { adversary: index, quarter, whole };
  }
  return undefined;
}

function wall(of: MeasuredRegex, regex: RegExp, text: string): number {
  const start = performance.now();
  use(of, regex, text);
  return performance.now() - start;
}

/** The least of five: others on the machine only ever add to it. */
function cpu(of: MeasuredRegex, regex: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least > UNSUSPICIOUS_MS; round++) {
    const start = process.cpuUsage();
    use(of, regex, text);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** As it is used: once, for every match, or, where it must stand at a place, at the end of the last and at the start of lines. */
function use({ splits }: MeasuredRegex, regex: RegExp, text: string): void {
  regex.lastIndex = 0;
  if (splits) text.split(regex);
  else if (regex.sticky) {
    for (let at = 0; at < text.length; ) {
      regex.lastIndex = at;
      const next = regex.test(text) ? regex.lastIndex : text.indexOf('\n', at) + 1 || text.length;
      at = Math.max(at + 1, next);
    }
  } else if (regex.global) text.replace(regex, '');
  else regex.test(text);
}
