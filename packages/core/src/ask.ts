/** What is told of: all before the latest request, or the steps taken on it so far. */
export type Scope = 'history' | 'steps';

/**
 * A question for a model. The engine never calls one: it yields asks, the host answers.
 * Nested asks are answered first and their answers take their place in `material`.
 */
export interface Ask {
  /** What to do with the material. */
  readonly instructions: string;
  /** Escaped text of what is to be summarized, in order. */
  readonly material: readonly (string | Ask)[];
  /** The answer's limit, in the conversation's tokens. */
  readonly maxTokens: number;
  /** Tokens of the whole stand-in, of which the answer is a part: who writes without a model leaves no more of it than an index needs. */
  readonly whole?: number;
  /** What the answer is expected to weigh: what a dry run counts. */
  readonly expected: number;
  /** Tokens of instructions and material, bounded from above. */
  readonly tokens: number;
  /** `history` when not given. */
  readonly scope?: Scope;
  /** The request that steps are taken on: shown to whoever answers, never to be told again, for it stays in view. */
  readonly request?: string;
  /** Profile a pass wishes to be answered by, where it names one. */
  readonly profile?: string;
  /** Tokens to show in what is kept beside the answer anyway. */
  readonly beside?: number;
}

/** An ask without nested ones, as the host sees it. `key` names its content, so answers can be reused. */
export interface FlatAsk extends Omit<Ask, 'material'> {
  readonly key: string;
  readonly material: string;
  /** What is kept beside the answer, where it was written already: that takes longer than the rest of a prompt. */
  readonly besideText?: string;
}

/** What the host says to an ask: the text and what it cost, a failure with its reason, or nothing (dry run). */
export type Answer =
  | { readonly ok: true; readonly text: string; readonly by?: string; readonly usage?: Usage }
  | { readonly ok: false; readonly error: string }
  | null;

/** Tokens a model billed for one call. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}
