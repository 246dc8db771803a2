import { type CondenseOptions, condense } from '../../src/index.ts';
import { factsIn, type Half, plantFacts, randomOf } from '../../src/testing/index.ts';
import { type RecordedRun, type Share, shown, sumOf } from './recorded-runs.ts';

/** Facts in natural wordings that are left at a fifth of a conversation, at most 20,000 tokens. */
export interface Planted {
  readonly source: string;
  readonly half: Half;
  readonly all: Share;
  readonly inResults: Share;
  readonly inArguments: Share;
  /** Of the runs whose target was met: those folded to 20,000 tokens, and those folded to a fifth below that. */
  readonly atMost: Share;
  readonly below: Share;
  readonly met: number;
  readonly runs: number;
}

/** How to fold: Native where nothing is said. */
export type Means = Pick<CondenseOptions, 'strategy' | 'config' | 'answer'>;

const FACTS = 20;
const SMALLEST = 8_000;
const MOST = 20_000;

/** Plants and folds in the middle of the turn that stands, without a model or with one that fails. */
export async function planted(runs: readonly RecordedRun[], half: Half, means: Means = {}): Promise<Planted[]> {
  const bySource = Map.groupBy(
    runs.filter(({ tokens }) => tokens >= SMALLEST),
    ({ source }) => source,
  );
  const found: Planted[] = [];
  for (const [source, mine] of bySource) {
    const folds = [];
    for (const run of mine) folds.push(await fold(run, half, means));
    found.push({
      source,
      half,
      all: sumOf(folds.map(({ all }) => all)),
      inResults: sumOf(folds.map(({ inResults }) => inResults)),
      inArguments: sumOf(folds.map(({ inArguments }) => inArguments)),
      atMost: sumOf(folds.filter(({ met, target }) => met && target === MOST).map(({ all }) => all)),
      below: sumOf(folds.filter(({ met, target }) => met && target < MOST).map(({ all }) => all)),
      met: folds.filter(({ met }) => met).length,
      runs: folds.length,
    });
  }
  return found;
}

async function fold({ messages, tokens, index }: RecordedRun, half: Half, means: Means) {
  const target = Math.min(Math.floor(tokens / 5), MOST);
  const grown = plantFacts(messages, FACTS, randomOf(7 * index + (half === 'tuned' ? 1 : 2)), half);
  const run = await condense(grown.messages, { target, budget: 1_000_000, ...means });
  const left = new Set(factsIn(shown(run.messages), grown.facts));
  const share = (place?: string): Share => {
    const mine = grown.facts.filter((fact) => place === undefined || fact.place === place);
    return { found: mine.length, kept: mine.filter((fact) => left.has(fact)).length };
  };
  return {
    all: share(),
    inResults: share('tool-result'),
    inArguments: share('tool-arguments'),
    target,
    met: run.report.after <= target,
  };
}
