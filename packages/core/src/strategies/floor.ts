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
export type Aim = 'goal' | 'roomy' | 'limit' | 'nothing';

/** A pass of the floor, how far it goes and when it is not needed. */
export interface FloorPass extends Pass {
  readonly aim: Aim;
  readonly enough: Aim;
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
    ...lossless.passes(lossless.config.defaults).map((pass) => ({ ...pass, aim: 'goal', enough: 'goal' }) as const),
    { ...excerptOlderResults, aim: 'goal', enough: 'roomy' },
    { ...cutOlderCalls, aim: 'goal', enough: 'roomy' },
    { ...(sparePeople ? hideWork : hideOldest), aim: 'goal', enough: 'roomy' },
    { ...cutLarge, aim: 'roomy', enough: 'limit' },
    { ...(sparePeople ? hideWorkFirst : hideOldest), aim: 'goal', enough: 'limit' },
    { ...cutMore, aim: 'limit', enough: 'limit' },
    { ...hideRecords, aim: 'limit', enough: 'limit', desperate: 'never for a wish' },
    { ...cutAny, aim: 'limit', enough: 'limit', desperate: 'if it helps' },
    { ...cutAny, aim: 'nothing', enough: 'limit', desperate: 'if it helps' },
    { ...hideNewest, aim: 'limit', enough: 'limit', desperate: 'never for a wish' },
  ],
} satisfies Strategy<FloorConfig>;
