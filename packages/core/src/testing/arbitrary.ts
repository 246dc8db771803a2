import fc from 'fast-check';
import type { Message } from '../message.ts';
import { HAZARDS, type Hazard } from './hazards.ts';
import type { SummarizerName } from './summarizers.ts';
import { type GeneratedTranscript, generateTranscript } from './transcript.ts';

/** Bounds of an arbitrary transcript. */
export interface ArbitraryWish {
  readonly minMessages?: number;
  readonly maxMessages?: number;
  /** Hazards it may draw from; all when not given. */
  readonly hazards?: readonly Hazard[];
  readonly maxFacts?: number;
}

/** Any transcript: length, kind, hazards and facts are drawn; it shrinks to fewer messages and fewer hazards. */
export function arbitraryTranscript(wish: ArbitraryWish = {}): fc.Arbitrary<GeneratedTranscript> {
  const { minMessages = 0, maxMessages = 60, hazards = HAZARDS, maxFacts = 8 } = wish;
  return fc
    .record({
      seed: fc.nat(),
      messages: fc.integer({ min: minMessages, max: maxMessages }),
      kind: fc.constantFrom('coding' as const, 'agent' as const, 'chat' as const),
      hazards: fc.subarray([...hazards]),
      facts: fc.nat(maxFacts),
    })
    .map(generateTranscript);
}

/** The messages of any transcript. */
export function arbitraryMessages(wish: ArbitraryWish = {}): fc.Arbitrary<readonly Message[]> {
  return arbitraryTranscript(wish).map((transcript) => transcript.messages);
}

/** Any stand-in for a summarizer, by name: `summarizersFor(facts)` has them. */
export function arbitrarySummarizer(): fc.Arbitrary<SummarizerName> {
  return fc.constantFrom('good', 'empty', 'huge', 'echoing', 'hostile', 'throwing', 'failing', 'tool-calling');
}
