/**
 * Fits the factors of the Claude families on half of the recorded counts and measures on the other half: both what that fit would
 * give and what packages/core/src/count/families.ts ships. Reads ../shared/data/token-counts.jsonl, which is not part of the project.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countingOf } from '../../packages/core/src/count/families.ts';
import { countText } from '../../packages/core/src/count/text.ts';
import { CODE_PIVOT, type Factors, mixtureOf, type TextKind, textFactor } from '../../packages/core/src/count/text-kind.ts';

interface Recorded {
  readonly source: string;
  readonly id: string;
  readonly text: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly frame: Readonly<Record<string, number>>;
}

interface Sample {
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
  readonly truth: number;
  readonly kind: TextKind;
  readonly code: boolean;
}

const FILE = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'token-counts.jsonl');
const MODELS = ['claude-opus-4-5', 'claude-opus-4-7', 'claude-opus-5'];

function samplesFor(records: readonly Recorded[], model: string): Sample[] {
  return records.map(({ source, id, text, counts, frame }) => ({
    id,
    text,
    tokens: countText(text),
    truth: (counts[model] as number) - (frame[model] as number),
    kind: [...mixtureOf(text).shares].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'other',
    code: source === 'multipl_e',
  }));
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Medians by kind, and a line for code through its solid characters per token; kinds the half lacks keep what is shipped. */
function fit(samples: readonly Sample[], shipped: Factors): Factors {
  const fitted: Record<string, number> = { ...shipped };
  for (const kind of new Set(samples.map((sample) => sample.kind))) {
    fitted[kind] = median(samples.filter((sample) => sample.kind === kind).map(({ truth, tokens }) => truth / tokens));
  }
  const code = samples
    .filter(({ kind }) => kind === 'code')
    .map(({ text, tokens, truth }) => ({ x: (text.length * mixtureOf(text).solid) / tokens, y: truth / tokens }));
  const mean = (of: (point: { x: number; y: number }) => number) => code.reduce((sum, point) => sum + of(point), 0) / code.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  fitted.codeSlope = Math.min(Math.max(slope, 0), 0.15);
  fitted.code = y + fitted.codeSlope * (CODE_PIVOT - x);
  return fitted as unknown as Factors;
}

function errors(samples: readonly Sample[], factors: Factors): { code: number; others: number } {
  const error = ({ text, tokens, truth }: Sample) =>
    Math.abs(Math.round(tokens * textFactor(factors, text, tokens)) - truth) / truth;
  return {
    code: median(samples.filter(({ code }) => code).map(error)),
    others: median(samples.filter(({ code }) => !code).map(error)),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

if (!existsSync(FILE)) {
  console.log('The recorded counts (../shared/data/token-counts.jsonl) are not here: nothing to measure.');
} else {
  const records = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
  const halves = [records.filter((_, index) => index % 2 === 0), records.filter((_, index) => index % 2 === 1)] as const;
  for (const model of MODELS) {
    const shipped = countingOf(model).factors as Factors;
    for (const [fitOn, measureOn] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const fitted = fit(samplesFor(halves[fitOn], model), shipped);
      const other = samplesFor(halves[measureOn], model);
      const [own, ours] = [errors(other, fitted), errors(other, shipped)];
      console.log(
        `${model} half ${measureOn + 1}: fitted on the other half: code ${percent(own.code)}, others ${percent(own.others)}; shipped: code ${percent(ours.code)}, others ${percent(ours.others)}`,
      );
      if (process.argv.includes('--factors'))
        console.log(JSON.stringify(fitted, (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)));
    }
    if (process.argv.includes('--texts'))
      for (const sample of samplesFor(records, model))
        console.log(
          `  ${sample.id.padEnd(18)} ${sample.kind.padEnd(9)} ${percent(Math.round(sample.tokens * textFactor(shipped, sample.text, sample.tokens)) / sample.truth - 1)}`,
        );
  }
}
