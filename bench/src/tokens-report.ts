import { KINDS, type Kind } from './corpus.ts';
import { ORACLE } from './counters.ts';

/** All that tokens.ts measures; times in milliseconds, null where a counter failed or took too long. */
export interface Measured {
  readonly machine: string;
  readonly hot: Readonly<Record<Kind, { tokens: number; bytes: number; ms: Readonly<Record<string, number>> }>>;
  readonly first: Partial<Record<Kind, Record<string, number>>>;
  readonly cold: Record<string, { ms: number; megabytes: number }>;
  readonly hostile: Record<string, Record<string, { ms: number; tokens: number } | null>>;
  readonly golden: Readonly<Record<string, number>>;
  readonly odd: Readonly<Record<string, { wrong: number; of: number } | null>>;
  /** Microseconds. */
  readonly append: number;
}

const TITLES: Readonly<Record<Kind, string>> = {
  prose: 'prose',
  typescript: 'TypeScript',
  json: 'JSON',
  cjk: 'CJK + emoji',
  shell: 'shell logs',
};

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const times = (factor: number) => (factor >= 10 ? `${factor.toFixed(0)}×` : `${factor.toFixed(1)}×`);
const ms = (value: number) => (value >= 10 ? `${value.toFixed(0)} ms` : `${value.toFixed(1)} ms`);

/** The section of docs/benchmarks.md about counting. */
export function tokensSection(measured: Measured): string {
  const names = Object.keys(measured.cold);
  const kinds = KINDS.map((kind) => TITLES[kind]);
  const speed = (of: (kind: Kind) => Readonly<Record<string, number>>) =>
    names.map((name) => [name, ...KINDS.map((kind) => times((of(kind)[ORACLE] as number) / (of(kind)[name] as number)))]);
  const outcome = (input: string, name: string) => {
    const result = measured.hostile[input]?.[name];
    if (result === null || result === undefined) return 'fails or > 5 s';
    const truth = measured.golden[input] ?? measured.hostile[input]?.[ORACLE]?.tokens ?? measured.hostile[input]?.tenfold?.tokens;
    return `${ms(result.ms)}${result.tokens === truth ? '' : ', wrong'}`;
  };
  return `## Counting tokens

\`npm run bench:tokens\` on ${measured.machine}. Speeds are relative to \`${ORACLE}\` (WASM) in the same process, medians of five rounds, on about
100,000 tokens of each kind. Ours is measured as it is published.

**Hot** (text counted before; ours takes ${ms(measured.hot.prose.ms.tenfold as number)} for ${measured.hot.prose.tokens.toLocaleString('en')} tokens of prose)

${table(
  ['', ...kinds],
  speed((kind) => measured.hot[kind].ms),
)}

**First seen** (a fresh process that has counted other passages, some thousand tokens of each kind; median of five processes)

${table(
  ['', ...kinds],
  speed((kind) => measured.first[kind] ?? {}),
)}

**Cold start, memory, correctness**

${table(
  ['', 'import and first count', 'memory', 'wrong of 2,000 odd strings'],
  names.map((name) => {
    const { ms: start, megabytes } = measured.cold[name] as { ms: number; megabytes: number };
    return [name, ms(start), `${megabytes.toFixed(0)} MB`, String(measured.odd[name]?.wrong ?? 'fails')];
  }),
)}

**Hostile input**

${table(
  ['', ...names],
  Object.keys(measured.hostile).map((input) => [input, ...names.map((name) => outcome(input, name))]),
)}

Appending a message to a conversation of 1,000 counted ones: ${measured.append.toFixed(1)} µs (median, a model with factors).`;
}
