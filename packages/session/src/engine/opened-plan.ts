import {
  type Answer,
  type AnyStrategy,
  answerEach,
  condenseLoop,
  type Estimate,
  embeddedAnswer,
  estimateRun,
  type FlatAsk,
  type NetEffect,
  netEffect,
  type Outcome,
  type Plan,
  type PricedProfile,
  project,
} from '@tenfold/core';
import { type EvidenceItem, type EvidenceScore, evidenceInView, heldInView, probesOf } from '@tenfold/core/evidence';
import { type OnProgress, type PlanSource, planFrom } from './plan-source.ts';

/** Answers one ask. What it throws ends the run. */
export type Answerer = (ask: FlatAsk) => Promise<Answer>;

/** A plan on the engine's table: weighed, run, or both. */
export interface OpenedPlan {
  /** What it would come to. */
  estimate(summarizer?: PricedProfile): Promise<PlanEstimate>;
  /** Runs it. Without an answerer the embedded summarizer answers. */
  condense(answer: Answerer | null): Promise<Outcome>;
  /** What the outcome of the latest estimate or run costs and saves. */
  effect(of: 'estimate' | 'run', terms: EffectTerms): Promise<NetEffect>;
  /** What is left of the facts of the conversation then, and of so many of them one by one. */
  facts(of: 'estimate' | 'run', probes: number): Promise<KeptFacts>;
  close(): void;
}

/** An estimate by the number of its asks, of which nobody needs more: there may be thousands. */
export interface PlanEstimate extends Omit<Estimate, 'asks'> {
  readonly asks: number;
}

/** Facts of a conversation, by how many are left, and some of them with whether they are. */
export interface KeptFacts {
  readonly evidence: EvidenceScore;
  readonly probes: readonly { readonly item: EvidenceItem; readonly isShown: boolean; readonly isKept: boolean }[];
}

/** What an effect is reckoned with. */
export type EffectTerms = Omit<Parameters<typeof netEffect>[0], 'before' | 'after' | 'count'>;

/** A plan opened in this thread. */
export function openPlanHere(source: PlanSource, strategy: AnyStrategy, onProgress?: OnProgress): OpenedPlan {
  let plan: Plan | undefined;
  const latest: { estimate?: Outcome; run?: Outcome } = {};
  const made = () => {
    plan ??= planFrom(source, strategy, onProgress);
    return plan;
  };
  const views = (of: keyof typeof latest) => {
    const { conversation } = made();
    return { before: project(conversation), after: project(latest[of]?.conversation ?? conversation) };
  };
  return {
    async estimate(summarizer) {
      const estimate = estimateRun(made(), summarizer);
      latest.estimate = estimate.outcome;
      return { ...estimate, asks: estimate.asks.length };
    },
    async condense(answer) {
      const plan = made();
      const embedded: Answerer = async (ask) => ({ ok: true, text: embeddedAnswer(ask, plan.count), by: 'embedded' });
      latest.run = await answerEach(condenseLoop(plan), answer ?? embedded);
      return latest.run;
    },
    effect: async (of, terms) => netEffect({ ...terms, ...views(of), count: made().count }),
    async facts(of, probes) {
      const { before, after } = views(of);
      const holds = heldInView(after);
      const shown = new Set(before.rows.flatMap((row) => (row.kind === 'entry' ? [row.entry.id] : [])));
      return {
        evidence: evidenceInView(before, after),
        probes: probesOf(before, probes).map((item) => ({ item, isShown: shown.has(item.source.entry), isKept: holds(item) })),
      };
    },
    close() {},
  };
}
