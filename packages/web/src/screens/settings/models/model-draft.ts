import type { ModelLimits, ModelWish } from '@tenfold/contract';

/** What a new model takes unless its owner says otherwise. */
const NEW_MODEL = { contextWindow: 128_000, maxOutputTokens: 4_096 } as const;
const UNSET = { maxInputTokens: null, threshold: null, retentionTokens: null, answerTokens: null };

/** Limits as they are typed: empty (null) means nothing is said, inherits, or for the answer keeps free all the model can say. */
export type ModelDraft = Pick<ModelLimits, 'provider' | 'model'> & {
  readonly [Limit in keyof typeof NEW_MODEL | keyof typeof UNSET]: number | null;
};

/** The form for a model that is there, or for a new one with 128,000 prefilled. */
export function draftOf(model: ModelLimits | null): ModelDraft {
  if (model === null) return { provider: 'openai', model: '', ...NEW_MODEL, ...UNSET };
  const inherits = (value: number) => (value === -1 ? null : value);
  return { ...model, threshold: inherits(model.threshold), retentionTokens: inherits(model.retentionTokens) };
}

/** What the server is asked for. What is empty inherits, or is what a new model usually takes. */
export function wishOf({ maxInputTokens, answerTokens, ...draft }: ModelDraft): ModelWish {
  return {
    contextWindow: draft.contextWindow ?? NEW_MODEL.contextWindow,
    maxOutputTokens: draft.maxOutputTokens ?? NEW_MODEL.maxOutputTokens,
    threshold: draft.threshold ?? -1,
    retentionTokens: draft.retentionTokens ?? -1,
    maxInputTokens,
    answerTokens,
  };
}

/** What is wrong before the server is asked. */
export function nameProblem({ provider, model }: ModelDraft, known: readonly ModelLimits[]): string | null {
  if (model.trim() === '') return 'Give the name the provider uses for the model.';
  const id = `${provider}:${model.trim()}`;
  return known.some((one) => one.id === id) ? `${id} is already there. Edit it in the list instead.` : null;
}
