import type { Pass } from '../pass.ts';
import { cutAny, cutLarge, cutMore, cutOlderCalls, excerptOlderResults } from '../passes/cut-parts.ts';
import { hideNewest, hideOldest, hideRecords, hideWork, hideWorkFirst } from '../passes/hide.ts';
import { fields, flag, schemaOf } from '../shape.ts';
import type { Strategy } from '../strategy.ts';
import { lossless } from './lossless.ts';

/** How the floor is to treat what people wrote. */
export interface FloorConfig {
  /** Work goes before anything people wrote. */
  readonly sparePeople: boolean;
}

/** How far a pass of the floor goes: to the goal, half of the way from limit to goal, to the limit, or as far as it can. */
export type FloorLevel = 'goal' | 'roomy' | 'limit' | 'nothing';

/** A pass of the floor, how far it goes and when it is not needed. */
export interface FloorPass extends Pass {
  readonly downTo: FloorLevel;
  readonly enough: FloorLevel;
  /** Why a mere wish is no reason for it: it gives up what is known of earlier work, or it is taken back where even that did not meet the wish. */
  readonly desperate?: 'never for a wish' | 'if it helps';
}

const shape = fields({
  sparePeople: flag({ title: 'Spare people', description: 'What people wrote goes last.' }),
});

/**
 * What always fits, without a model, by rising harm: what a reader can rebuild, excerpts of older results, shorter parameters,
 * the oldest hidden, the largest cut, first to pages, then to paragraphs, records given up, everything cut that may be, and the
 * newest step hidden.
 */
export const floor = {
  id: 'floor',
  name: 'Floor',
  description: 'Cuts and hides mechanically until the request fits. Used where a strategy was not enough.',
  version: '1.0.0',
  capabilities: {
    supportsLossless: true,
    supportsBatchMode: true,
    supportsIndividualMode: true,
    supportsMultiPass: true,
    supportsLLMSummarization: false,
    estimatedSpeed: 'fast',
  },
  config: schemaOf<FloorConfig>(shape, { sparePeople: false }),
  passes: ({ sparePeople }): readonly FloorPass[] => [
    ...lossless.passes(lossless.config.defaults).map((pass) => ({ ...pass, downTo: 'goal', enough: 'goal' }) as const),
    { ...excerptOlderResults, downTo: 'goal', enough: 'roomy' },
    { ...cutOlderCalls, downTo: 'goal', enough: 'roomy' },
    { ...(sparePeople ? hideWork : hideOldest), downTo: 'goal', enough: 'roomy' },
    { ...cutLarge, downTo: 'roomy', enough: 'limit' },
    { ...(sparePeople ? hideWorkFirst : hideOldest), downTo: 'goal', enough: 'limit' },
    { ...cutMore, downTo: 'limit', enough: 'limit' },
    { ...hideRecords, downTo: 'limit', enough: 'limit', desperate: 'never for a wish' },
    { ...cutAny, downTo: 'limit', enough: 'limit', desperate: 'if it helps' },
    { ...cutAny, downTo: 'nothing', enough: 'limit', desperate: 'if it helps' },
    { ...hideNewest, downTo: 'limit', enough: 'limit', desperate: 'never for a wish' },
  ],
} satisfies Strategy<FloorConfig>;
