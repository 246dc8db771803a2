import { findModel, type Model, models, UNKNOWN_MODEL } from '@tenfold/core';
import { type ModelConfig, type NewModelConfig, type Store, StoreError } from '@tenfold/store';
import { listedModel } from '../price-list.ts';

/** The offline model's limits: a small window, so that a gauge moves and a fold happens soon. */
export const OFFLINE_MODEL: Model = {
  id: 'embedded:offline',
  provider: 'embedded',
  model: 'offline',
  window: 16_384,
  maxOutput: 1_024,
  threshold: -1,
  retention: -1,
  source: 'default',
};

/** What is built in for a model: the described one, limits from the price list where it has them, else the cautious guess. */
export function builtInLimits(id: string): NewModelConfig {
  const known = findModel(id);
  const colon = id.indexOf(':');
  const listed = listedModel(id.slice(0, colon), id.slice(colon + 1));
  const contextWindow = listed?.window ?? known?.window ?? UNKNOWN_MODEL.window;
  return {
    id,
    contextWindow,
    maxInputTokens: known?.maxInput ?? (known === undefined && listed?.window === undefined ? UNKNOWN_MODEL.maxInput : null),
    maxOutputTokens: Math.min(known?.maxOutput ?? UNKNOWN_MODEL.maxOutput, Math.floor(contextWindow / 2)),
    threshold: known?.threshold ?? -1,
    retentionTokens: known?.retention ?? -1,
    source: 'default',
  };
}

/** Puts the described models into a store that does not have them. */
export async function seedModels(store: Store, at: number): Promise<void> {
  await store.models.seed(
    models.map(({ id }) => builtInLimits(id)),
    at,
  );
}

/** The stored limits of a model; what nobody has described yet is stored as built in, and is so where it cannot be stored. */
export async function limitsOf(store: Store, id: string, at: number): Promise<ModelConfig> {
  const known = await store.models.get(id);
  if (known !== null) return known;
  const limits = builtInLimits(id);
  await store.models.seed([limits], at).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
  });
  const colon = id.indexOf(':');
  const named = { provider: id.slice(0, colon), model: id.slice(colon + 1), answerTokens: null, detected: null, bills: [] };
  return (await store.models.get(id)) ?? { ...limits, ...named, version: 0, createdAt: at, updatedAt: at };
}

/** Stored limits as the engine takes them. */
export function modelOf(config: ModelConfig): Model {
  return {
    id: config.id,
    provider: config.provider,
    model: config.model,
    window: config.contextWindow,
    ...(config.maxInputTokens === null ? {} : { maxInput: config.maxInputTokens }),
    maxOutput: config.maxOutputTokens,
    threshold: config.threshold,
    retention: config.retentionTokens,
    ...(config.answerTokens === null ? {} : { answerTokens: config.answerTokens }),
    source: config.source,
  };
}
