import * as z from 'zod';
import { count, id, jsonObject, list, named, namedObject, time } from './json.ts';
import { FoldKind } from './message.ts';
import { Trigger } from './status.ts';

const dollars = z.number().nullable();
const usage = z.object({ input: count, output: count, cacheRead: count.exactOptional(), cacheWrite: count.exactOptional() });

/** Facts found and kept, by kind. */
export const EvidenceScore = named(
  'EvidenceScore',
  z.record(z.string(), z.object({ found: count, kept: count }).optional()).readonly(),
);
export type EvidenceScore = z.infer<typeof EvidenceScore>;

/** What a pass did. */
export const PassReport = namedObject('PassReport', {
  id: z.string(),
  name: z.string(),
  before: count,
  after: count,
  drafts: count,
  kept: count,
  asks: count,
  usage,
  by: list(z.string()),
  refused: list(z.object({ reason: z.string(), times: count })),
  evidence: EvidenceScore.exactOptional(),
  skipped: z.string().exactOptional(),
  failed: z.string().exactOptional(),
});
export type PassReport = z.infer<typeof PassReport>;

/** What a run did. */
export const Report = namedObject('Report', {
  strategy: z.object({ id: z.string(), name: z.string() }),
  before: count,
  after: count,
  messagesBefore: count,
  messagesAfter: count,
  folds: count,
  passes: list(PassReport),
  asks: count,
  usage,
  means: z.enum(['none', 'strategy', 'embedded', 'floor']),
  evidence: EvidenceScore,
  warnings: list(z.string()),
  exact: z.boolean(),
});
export type Report = z.infer<typeof Report>;

/** What a fold covers, by position, and what it weighs. */
export const FoldReach = z.object({ kind: FoldKind, from: count, to: count, before: count, after: count });
export type FoldReach = z.infer<typeof FoldReach>;

/** A condensation as it is shown. */
export const Run = namedObject('Run', {
  id,
  branch: z.string(),
  trigger: Trigger,
  strategy: z.string(),
  strategyName: z.string(),
  by: list(z.string()),
  before: count,
  after: count,
  messagesBefore: count,
  messagesAfter: count,
  folds: list(FoldReach.extend({ id })),
  report: Report,
  text: z.string(),
  divider: z.string(),
  cost: dollars,
  estimatedCost: dollars,
  savedSoFar: dollars,
  expectedSaving: dollars,
  payback: dollars,
  evidence: EvidenceScore.nullable(),
  seconds: z.number(),
  createdAt: time,
  outcome: z.enum(['done', 'degraded', 'unmet', 'skipped', 'failed', 'cancelled', 'undone']),
  rating: z.number().nullable(),
  active: z.boolean(),
  at: count,
});
export type Run = z.infer<typeof Run>;

/** Facts of one kind that were folded: how many are still in view, and the heaviest of those that are not. */
export const FactsOfKind = z.object({
  kind: z.string(),
  found: count,
  kept: count,
  lost: list(z.object({ text: z.string(), entry: id, position: count })),
});
export type FactsOfKind = z.infer<typeof FactsOfKind>;

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('span'), from: id, to: id }),
  z.object({ kind: z.literal('part'), entry: id, index: count }),
]);

/** A fold as it is shown. */
export const FoldView = namedObject('Fold', {
  id,
  run: id,
  group: z.string().exactOptional(),
  ...FoldReach.shape,
  target,
  text: z.string(),
  by: z.string(),
  lossless: z.boolean(),
  evidence: EvidenceScore.exactOptional(),
  active: z.boolean(),
  covered: z.boolean(),
  createdAt: time,
  edited: z.boolean(),
});
export type FoldView = z.infer<typeof FoldView>;

/** What a fold costs and saves. */
export const NetEffect = z.object({
  summarizer: z.number(),
  rewrite: z.number(),
  perTurn: z.number(),
  payback: z.number().nullable(),
  net: z.number(),
});
export type NetEffect = z.infer<typeof NetEffect>;

/** What a fold would come to with another profile as its summarizer. */
export const ProfileEstimate = z.object({
  profileId: z.string(),
  name: z.string(),
  model: z.string(),
  cost: z.number(),
  saving: z.number(),
  fits: z.boolean(),
  recommended: z.boolean(),
});
export type ProfileEstimate = z.infer<typeof ProfileEstimate>;

/** What a fold would come to. */
export const Estimate = namedObject('Estimate', {
  before: count,
  after: count,
  messagesFolded: count,
  folds: list(FoldReach),
  passes: list(PassReport),
  asks: count,
  cost: dollars,
  costLow: dollars,
  costHigh: dollars,
  netEffect: NetEffect.nullable(),
  profiles: list(ProfileEstimate),
  warnings: list(z.string()),
  text: z.string(),
  /** It is no estimate: nobody has to be paid for it, so it was tried, and running it comes to the same. */
  exact: z.boolean(),
});
export type Estimate = z.infer<typeof Estimate>;

/** How a fold is asked for. */
export const CondenseRequest = named(
  'CondenseRequest',
  z.strictObject({
    strategy: id.exactOptional(),
    preset: id.exactOptional(),
    config: jsonObject.exactOptional(),
    /** Tokens to come down to. */
    target: count.exactOptional(),
    /** Fold nothing behind this entry. */
    upTo: id.exactOptional(),
    /** Tokens of recent messages to keep as they are. */
    retainTokens: count.exactOptional(),
    /** Run below the floor and below the goal too. Never lifts the 30 s or a running fold. */
    force: z.boolean().exactOptional(),
    fast: z.boolean().exactOptional(),
    dryRun: z.boolean().exactOptional(),
  }),
);
export type CondenseRequest = z.infer<typeof CondenseRequest>;
