import * as z from 'zod';
import { count, id, jsonObject, list, named, time } from '../json.ts';
import { foldKindSchema } from './message-schema.ts';
import { triggerSchema } from './status-schema.ts';

const dollars = z.number().nullable();
const usage = z.object({ input: count, output: count, cacheRead: count.optional(), cacheWrite: count.optional() });

/** Facts found and kept, by kind. */
export const evidenceSchema = named(
  'EvidenceScore',
  z.record(z.string(), z.object({ found: count, kept: count }).optional()).readonly(),
);

const passReport = named(
  'PassReport',
  z.object({
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
    evidence: evidenceSchema.optional(),
    skipped: z.string().optional(),
    failed: z.string().optional(),
  }),
);

/** What a run did. */
export const reportSchema = named(
  'Report',
  z.object({
    strategy: z.object({ id: z.string(), name: z.string() }),
    before: count,
    after: count,
    messagesBefore: count,
    messagesAfter: count,
    folds: count,
    passes: list(passReport),
    asks: count,
    usage,
    means: z.enum(['none', 'strategy', 'embedded', 'floor']),
    evidence: evidenceSchema,
    warnings: list(z.string()),
    exact: z.boolean(),
  }),
);

const foldReach = { kind: foldKindSchema, from: count, to: count, before: count, after: count };

/** A condensation as it is shown. */
export const runSchema = named(
  'Run',
  z.object({
    id,
    trigger: triggerSchema,
    strategy: z.string(),
    strategyName: z.string(),
    by: list(z.string()),
    before: count,
    after: count,
    messagesBefore: count,
    messagesAfter: count,
    folds: list(z.object({ id, ...foldReach })),
    report: reportSchema,
    text: z.string(),
    divider: z.string(),
    cost: dollars,
    estimatedCost: dollars,
    saved: dollars,
    payback: dollars,
    evidence: jsonObject.nullable(),
    seconds: z.number(),
    createdAt: time,
    outcome: z.enum(['done', 'degraded', 'skipped', 'failed', 'cancelled', 'undone']),
    rating: z.number().nullable(),
    active: z.boolean(),
    at: count,
  }),
);

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('span'), from: id, to: id }),
  z.object({ kind: z.literal('part'), entry: id, index: count }),
]);

/** A fold as it is shown. */
export const foldSchema = named(
  'Fold',
  z.object({
    id,
    run: id,
    group: z.string().optional(),
    ...foldReach,
    target,
    text: z.string(),
    by: z.string(),
    lossless: z.boolean(),
    evidence: jsonObject.optional(),
    active: z.boolean(),
    covered: z.boolean(),
    createdAt: time,
    edited: z.boolean(),
  }),
);

const profileEstimate = z.object({
  profileId: z.string(),
  name: z.string(),
  model: z.string(),
  cost: z.number(),
  saving: z.number(),
  fits: z.boolean(),
  recommended: z.boolean(),
});

/** What a fold would come to. */
export const estimateSchema = named(
  'Estimate',
  z.object({
    before: count,
    after: count,
    messagesFolded: count,
    folds: list(z.object(foldReach)),
    passes: list(passReport),
    asks: count,
    cost: dollars,
    costLow: dollars,
    costHigh: dollars,
    netEffect: z
      .object({
        summarizer: z.number(),
        rewrite: z.number(),
        perTurn: z.number(),
        payback: z.number().nullable(),
        net: z.number(),
      })
      .nullable(),
    profiles: list(profileEstimate),
    warnings: list(z.string()),
    text: z.string(),
  }),
);

/** How a fold is asked for. */
export const condenseSchema = named(
  'CondenseRequest',
  z.strictObject({
    strategy: id.optional(),
    preset: id.optional(),
    config: jsonObject.optional(),
    target: count.optional(),
    upTo: id.optional(),
    retainTokens: count.optional(),
    force: z.boolean().optional(),
    fast: z.boolean().optional(),
    dryRun: z.boolean().optional(),
  }),
);
