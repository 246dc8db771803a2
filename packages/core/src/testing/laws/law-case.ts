import { HAZARDS, type Hazard } from '../hazards.ts';
import { randomOf } from '../random.ts';
import type { SummarizerName } from '../summarizers.ts';
import type { TalkKind } from '../transcript.ts';

/** One situation a strategy is tried in. Plain values: the same case gives the same trial. */
export interface LawCase {
  readonly seed: number;
  readonly messages: number;
  readonly kind: TalkKind;
  readonly hazards: readonly Hazard[];
  /** Room beside the frame, as a share of what the whole transcript weighs. */
  readonly share: number;
  /** Retention budget, in tokens. */
  readonly retention: number;
  /** Percent of room a fold aims at. */
  readonly goal: number;
  /** True where the goal is a target somebody set. */
  readonly spend: boolean;
  /** How many messages are protected from the start, and how many later. */
  readonly protected: number;
  /** Share of the messages that come only after the first run. */
  readonly later: number;
  readonly summarizer: SummarizerName;
  /** True when the embedded summarizer's place is taken too. */
  readonly fallback: boolean;
  /** Tokens of the summarizer's window. */
  readonly window: number;
}

/** Summarizers a case may draw. */
export const SUMMARIZERS: readonly SummarizerName[] = [
  'good',
  'empty',
  'huge',
  'echoing',
  'hostile',
  'throwing',
  'failing',
  'tool-calling',
];

/** The case a seed stands for. */
export function lawCase(seed: number): LawCase {
  const random = randomOf(seed);
  const kind = random.pick(['coding', 'coding', 'agent', 'agent', 'chat'] as const);
  return {
    seed,
    kind,
    // Now and then an agent takes some hundred steps on one request.
    messages: random.between(0, kind === 'agent' && random.chance(0.02) ? 600 : 40),
    hazards: HAZARDS.filter(() => random.chance(0.5)),
    share: 0.05 + random.next(),
    retention: random.pick([0, 100, 1_000, 4_000]),
    goal: random.pick([30, 50, 80, 100]),
    spend: random.chance(0.3),
    protected: random.between(0, 3),
    later: random.next() * 0.6,
    summarizer: random.pick(SUMMARIZERS),
    fallback: random.chance(0.3),
    window: random.pick([1_500, 4_000, 32_000]),
  };
}
