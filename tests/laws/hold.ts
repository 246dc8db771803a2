import type { Message } from '@tenfold/core';
import { holdTo, lawsWith, type Trial, tryOut } from '@tenfold/core/testing';
import type { Dialect } from '@tenfold/dialects';
import fc from 'fast-check';
import { type Drawn, drawn } from './drawn.ts';

/** What a dialect's API would say against these messages, as they go over its wire; null when it takes them. */
export function refusedBy(dialect: Dialect) {
  return (messages: readonly Message[], { moments }: Pick<Trial, 'moments'>): string | null => {
    const frame = moments[0]?.conversation.frame ?? {};
    const wire = dialect.encode({ frame, messages });
    if (!JSON.stringify(wire).isWellFormed()) return `${dialect.id}: the wire is not well-formed`;
    const [first] = dialect.validate(wire);
    return first === undefined ? null : `${dialect.id}: ${first.rule}: ${first.message}`;
  };
}

/** One draw, held to all laws at once. */
export function holdDrawn({ of, tried: { strategy, config }, dialect }: Drawn): void {
  holdTo(lawsWith({ validate: refusedBy(dialect) }), tryOut(strategy, of, config));
}

/** Holds this many draws to all laws; the seed of a failure is printed with the smallest case that shows it. */
export function holdMany(cases: number, seed?: number): void {
  fc.assert(fc.property(drawn, holdDrawn), { numRuns: cases, ...(seed === undefined ? {} : { seed }) });
}
