import type { ModelLimits, ModelWish } from '@tenfold/contract';

/** What a new model takes unless its owner says otherwise. */
const NEW_MODEL = { contextWindow: 128_000, maxOutputTokens: 4_096 } as const;

/** Limits as they are typed: empty means nothing is said. */
export interface ModelDraft {
  readonly provider: string;
  readonly model: string;
  readonly contextWindow: number | null;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  /** Null inherits. */
  readonly threshold: number | null;
  readonly retentionTokens: number | null;
  /** Null keeps free all the model can say. */
  readonly answerTokens: number | null;
}

/** The form for a model that is there, or for a new one with 128,000 prefilled. */
export function draftOf(model: ModelLimits | null): ModelDraft {
  if (model === null)
    return {
      provider: 'openai',
      model: '',
      ...NEW_MODEL,
      maxInputTokens: null,
      threshold: null,
      retentionTokens: null,
      answerTokens: null,
    };
  const inherits = (value: number) => (value === -1 ? null : value);
  const {
    provider,
    model: name,
    contextWindow,
    maxInputTokens,
    maxOutputTokens,
    threshold,
    retentionTokens,
    answerTokens,
  } = model;
  return {
    provider,
    model: name,
    contextWindow,
    maxInputTokens,
    maxOutputTokens,
    threshold: inherits(threshold),
    retentionTokens: inherits(retentionTokens),
    answerTokens,
  };
}

/** What the server is asked for. What is empty inherits, or is what a new model usually takes. */
export function wishOf(draft: ModelDraft): ModelWish {
  return {
    contextWindow: draft.contextWindow ?? NEW_MODEL.contextWindow,
    maxInputTokens: draft.maxInputTokens,
    maxOutputTokens: draft.maxOutputTokens ?? NEW_MODEL.maxOutputTokens,
    threshold: draft.threshold ?? -1,
    retentionTokens: draft.retentionTokens ?? -1,
    answerTokens: draft.answerTokens,
  };
}

/** What is wrong before the server is asked. */
export function nameProblem({ provider, model }: ModelDraft, known: readonly ModelLimits[]): string | null {
  if (model.trim() === '') return 'Give the name the provider uses for the model.';
  const id = `${provider}:${model.trim()}`;
  return known.some((one) => one.id === id) ? `${id} is already there. Edit it in the list instead.` : null;
}
