import type { ModelLimits, ModelWish } from '@tenfold/contract';
import {
  factorOf,
  formatCount,
  isCalibrated,
  lengthProblem,
  MAX_CONDENSE_THRESHOLD,
  MAX_NAME,
  MIN_CONDENSE_THRESHOLD,
} from '@tenfold/core';
import type { ModelConfig, NewModelConfig } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { listedModel } from '../price-list.ts';
import { invalidRequest, SessionError } from '../session-error.ts';
import { detectedLimits } from '../upstream/detected-limits.ts';
import { calibrationOf } from './choices.ts';
import { limitsBy } from './detect-limits.ts';
import { builtInLimits } from './model-limits.ts';
import { definedOnly } from './profile-wish.ts';
import type { ProfileParts } from './profiles.ts';
import { readyWith } from './ready-profile.ts';

/** Model limits, in force at once. */
export interface Models {
  list(): Promise<readonly ModelLimits[]>;
  get(id: string): Promise<ModelLimits>;
  add(id: string, wish: ModelWish): Promise<ModelLimits>;
  update(id: string, wish: ModelWish): Promise<ModelLimits>;
  /** Back to what is detected or built in. */
  reset(id: string): Promise<ModelLimits>;
}

/** The models of a store. */
export function createModels({ store, now }: Pick<Dependencies, 'store' | 'now'>, { keys, send }: ProfileParts): Models {
  const put = async (id: string, wish: ModelWish, before: NewModelConfig): Promise<ModelLimits> => {
    const next = { ...before, ...definedOnly(wish), id, source: 'manual' as const };
    const problems = limitProblems(next);
    if (problems.length > 0) throw invalidRequest(problems);
    return view(await store.models.put({ ...next, at: now() }));
  };
  const known = async (id: string): Promise<ModelConfig> => {
    const row = await store.models.get(id);
    if (row === null) throw noModel(id);
    return row;
  };
  /** What a provider says of a model now, asked through any profile that has it. */
  const askProviders = async (id: string) => {
    for (const full of await store.profiles.full()) {
      if (`${full.profile.provider}:${full.profile.model}` !== id) continue;
      const found = await detectedLimits((await readyWith(store, keys, full)).endpoint, send);
      if (found !== undefined) return found;
    }
    return null;
  };
  return {
    list: async () => (await store.models.list()).map(view),
    get: async (id) => view(await known(id)),
    async add(id, wish) {
      const problems = modelIdProblems(id);
      if (problems.length > 0) throw invalidRequest(problems);
      if ((await store.models.get(id)) !== null) throw modelThere(id);
      return put(id, wish, builtInLimits(id));
    },
    update: async (id, wish) => put(id, wish, await known(id)),
    async reset(id) {
      const { detected } = await known(id);
      const limits = limitsBy(id, (await askProviders(id)) ?? detected);
      return view(await store.models.put({ ...limits, at: now() }));
    },
  };
}

function noModel(id: string): SessionError {
  return new SessionError('not-found', `There is no model ${id}.`, {
    todo: 'List the models and use one of those, or add it.',
    facts: { id },
  });
}

function modelThere(id: string): SessionError {
  return new SessionError('conflict', `The model ${id} is already there.`, {
    todo: 'Change its limits instead of adding it.',
    facts: { id },
  });
}

/** What is wrong with the name of a model. */
export function modelIdProblems(id: string): { field: string; message: string }[] {
  const message = lengthProblem(id, MAX_NAME) ?? (/^[a-z][a-z-]*:.+$/.test(id) ? null : 'A model is named provider:model.');
  return message === null ? [] : [{ field: 'id', message }];
}

/** What is wrong with the limits of a model. */
export function limitProblems(model: Omit<NewModelConfig, 'source'>): { field: string; message: string }[] {
  const whole = (field: keyof typeof model, least: number) => {
    const value = model[field];
    return Number.isInteger(value) && (value as number) >= least
      ? []
      : [{ field, message: `This must be a whole number, ${formatCount(least)} or more.` }];
  };
  const isThreshold =
    model.threshold === -1 || (model.threshold >= MIN_CONDENSE_THRESHOLD && model.threshold <= MAX_CONDENSE_THRESHOLD);
  return [
    ...whole('contextWindow', 1_024),
    ...(model.maxInputTokens === null ? [] : whole('maxInputTokens', 512)),
    ...whole('maxOutputTokens', 1),
    ...whole('retentionTokens', -1),
    ...(model.answerTokens == null ? [] : whole('answerTokens', 1)),
    ...(isThreshold ? [] : [{ field: 'threshold', message: 'This must be from 5 to 100, or -1 to inherit.' }]),
  ];
}

function view(row: ModelConfig): ModelLimits {
  const { provider, model } = row;
  const calibration = calibrationOf(row);
  return {
    id: row.id,
    provider,
    model,
    contextWindow: row.contextWindow,
    maxInputTokens: row.maxInputTokens,
    maxOutputTokens: row.maxOutputTokens,
    threshold: row.threshold,
    retentionTokens: row.retentionTokens,
    answerTokens: row.answerTokens,
    detected: row.detected,
    source: row.source,
    updatedAt: row.updatedAt,
    version: row.version,
    factor: isCalibrated(calibration, row.id) ? factorOf(calibration, row.id) : null,
    samples: row.bills.length,
    price: listedModel(provider, model)?.price ?? null,
  };
}
