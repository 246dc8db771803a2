import { HAZARDS, type LawCase, SUMMARIZERS } from '@tenfold/core/testing';
import { dialects } from '@tenfold/dialects';
import fc from 'fast-check';
import { type Tried, tried } from './tried.ts';

/** One draw of the law suite: a situation, a strategy under a config, and the API it is sent to. */
export interface Drawn {
  readonly of: LawCase;
  readonly tried: Tried;
  readonly dialect: (typeof dialects)[number];
}

/** Any situation with any strategy and any API; shrinks to fewer messages, hazards and protected ones. */
export const drawn: fc.Arbitrary<Drawn> = fc.record({
  of: fc.record({
    seed: fc.nat(),
    // One in a hundred is a long run: one request, up to three hundred steps.
    messages: fc.oneof(
      { weight: 99, arbitrary: fc.integer({ min: 0, max: 26 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 600 }) },
    ),
    kind: fc.constantFrom('coding' as const, 'coding' as const, 'agent' as const, 'agent' as const, 'chat' as const),
    hazards: fc.subarray([...HAZARDS]),
    share: fc.double({ min: 0.05, max: 1.1, noNaN: true }),
    retention: fc.constantFrom(0, 100, 1_000, 4_000),
    goal: fc.constantFrom(30, 50, 80, 100),
    spend: fc.boolean(),
    protected: fc.nat(3),
    later: fc.double({ min: 0, max: 0.6, noNaN: true }),
    summarizer: fc.constantFrom(...SUMMARIZERS),
    fallback: fc.boolean(),
    window: fc.constantFrom(1_500, 4_000, 32_000),
  }),
  tried: fc.constantFrom(...tried),
  dialect: fc.constantFrom(...dialects),
});
