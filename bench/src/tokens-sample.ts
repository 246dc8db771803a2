/**
 * One measurement in a process of its own; prints it as JSON. Called by tokens.ts:
 *   hot | first <kind> | cold <counter> | hostile <counter> <input> | odd <counter> | append
 */
import { corpus, KINDS, type Kind } from './corpus.ts';
import { COUNTERS, type Count, ORACLE } from './counters.ts';
import { HOSTILE } from './hostile.ts';
import { oddStrings } from './odd-strings.ts';

const TOKENS = 100_000;
/** Characters at the end of each kind that are never measured, only warmed up on. */
const WARM_UP = 15_000;
const [mode, first, second] = process.argv.slice(2);

const milliseconds = (run: () => void) => {
  const start = performance.now();
  run();
  return performance.now() - start;
};
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function loadAll(): Promise<[string, Count][]> {
  return Promise.all(Object.entries(COUNTERS).map(async ([name, load]): Promise<[string, Count]> => [name, await load()]));
}

/** The first `tokens` of a kind, about; `count` decides. */
function textOf(kind: Kind, count: Count, tokens = TOKENS): string {
  const whole = corpus(kind);
  return whole.slice(0, Math.floor(whole.length * Math.min(1, tokens / count(whole))));
}

/** Side by side and by turns, after a warm-up: medians of five rounds. */
async function hot() {
  const counters = await loadAll();
  const oracle = counters[1]?.[1] as Count;
  const result: Record<string, unknown> = {};
  for (const kind of KINDS) {
    const text = textOf(kind, oracle);
    const times = new Map<string, number[]>(counters.map(([name]) => [name, []]));
    for (let round = -2; round < 5; round++) {
      for (const [name, count] of counters) {
        const inner = name === 'tenfold' ? 5 : 1;
        const time = median(Array.from({ length: inner }, () => milliseconds(() => count(text))));
        if (round >= 0) times.get(name)?.push(time);
      }
    }
    result[kind] = {
      tokens: oracle(text),
      bytes: Buffer.byteLength(text),
      ms: Object.fromEntries([...times].map(([name, all]) => [name, median(all)])),
    };
  }
  return result;
}

/** A text never seen, in a process that has counted other passages: ten thousand tokens or so of each kind. */
async function firstSeen(kind: Kind) {
  const counters = await loadAll();
  const [oracle] = counters.filter(([name]) => name === ORACLE).map(([, count]) => count);
  const whole = corpus(kind).slice(0, -WARM_UP);
  const text = whole.slice(0, Math.floor((whole.length * TOKENS) / Math.max(TOKENS, (oracle as Count)(whole))));
  const others = KINDS.map((other) => corpus(other).slice(-WARM_UP));
  return Object.fromEntries(
    counters.map(([name, count]) => {
      for (const other of others) count(other);
      return [name, milliseconds(() => count(text))];
    }),
  );
}

async function cold(name: string) {
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const count = await (COUNTERS[name] as () => Promise<Count>)();
  count('Hello, world! How many tokens is this?');
  return { ms: performance.now() - start, megabytes: (process.memoryUsage().rss - before) / 1e6 };
}

async function hostile(name: string, input: string) {
  const count = await (COUNTERS[name] as () => Promise<Count>)();
  count('warm');
  const text = (HOSTILE[input] as () => string)();
  let tokens = 0;
  const ms = milliseconds(() => {
    tokens = count(text);
  });
  return { ms, tokens };
}

async function odd(name: string) {
  const count = await (COUNTERS[name] as () => Promise<Count>)();
  const oracle = await (COUNTERS.tiktoken as () => Promise<Count>)();
  const strings = oddStrings();
  let wrong = 0;
  for (const text of strings) {
    try {
      if (count(text) !== oracle(text)) wrong++;
    } catch {
      wrong++;
    }
  }
  return { wrong, of: strings.length };
}

/** Appending a message of some hundred tokens to a conversation of a thousand. */
async function append() {
  const { counterFor, textMessage } = await import(process.env.TENFOLD_BUILT ?? '../../packages/core/src/index.ts');
  const prose = corpus('prose');
  const messages = Array.from({ length: 3_000 }, (_, index) => textMessage('user', prose.slice(index * 200, index * 200 + 400)));
  const counter = counterFor('claude-opus-5');
  for (const message of messages.slice(0, 1_000)) counter.message(message);
  const times = messages.slice(1_000).map((message) => milliseconds(() => counter.message(message)));
  return { microseconds: median(times) * 1000 };
}

const measurements: Readonly<Record<string, () => Promise<unknown>>> = {
  hot,
  first: () => firstSeen(first as Kind),
  cold: () => cold(first as string),
  hostile: () => hostile(first as string, second as string),
  odd: () => odd(first as string),
  append,
};
console.log(JSON.stringify(await (measurements[mode as string] as () => Promise<unknown>)()));
