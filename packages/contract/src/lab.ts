import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { EvidenceScore, FoldReach, Report } from './fold.ts';
import { count, id, list, namedObject } from './json.ts';

/** A fact that would be missed, and whether it can still be read afterwards. */
export const LabProbe = z.object({
  kind: z.string(),
  text: z.string(),
  /** Entry that says it; null where only a summary does. */
  entry: id.nullable(),
  position: count,
  kept: z.boolean(),
});
export type LabProbe = z.infer<typeof LabProbe>;

/** One strategy or preset tried on a conversation. */
export const LabColumn = namedObject('LabColumn', {
  id,
  name: z.string(),
  kind: z.enum(['strategy', 'preset']),
  tokens: count,
  cost: z.number().nullable(),
  payback: z.number().nullable(),
  ms: z.number(),
  evidence: EvidenceScore.nullable(),
  /** Null where nothing was measured. */
  probes: list(LabProbe).nullable(),
  free: z.boolean(),
  estimated: z.boolean(),
  error: z.string().exactOptional(),
  folds: list(FoldReach.extend({ text: z.string() })),
  report: Report.nullable(),
});
export type LabColumn = z.infer<typeof LabColumn>;

/** What to try side by side. */
export const LabRequest = z.strictObject({
  strategies: z.array(id).max(50).readonly().exactOptional(),
  presets: z.array(id).max(50).readonly().exactOptional(),
  /** True pays for the columns that need a model; otherwise they are estimated. */
  run: z.boolean().exactOptional(),
  target: count.exactOptional(),
});
export type LabRequest = z.infer<typeof LabRequest>;

const { post } = endpoints('lab');

/** Every way to condense, tried on one session. */
export const lab = {
  compare: post(
    '/api/sessions/:session/lab',
    'Strategies and presets side by side; nothing is changed',
    z.object({ columns: list(LabColumn) }),
    { body: LabRequest, expensive: true },
  ),
};
