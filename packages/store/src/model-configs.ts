import type { Selectable } from 'kysely';
import { columnReader, isRecord, readNumbers, withFallback } from './column-json.ts';
import { Invalid } from './error.ts';
import { MAX_OF_A_KIND, refuseMore } from './refuse-more.ts';
import { findRow, getRow, listRows, putRow, updateRows } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import { nextVersion } from './version.ts';

/** Who said what a model's limits are. */
export type ModelConfigSource = 'api' | 'manual' | 'default';

/** Limits as the provider told them. */
export interface DetectedLimits {
  readonly contextWindow: number;
  readonly maxOutputTokens?: number;
}

/** Limits of a model as they are stored. */
export interface ModelConfig {
  /** `provider:model`. */
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly contextWindow: number;
  /** Null where the window alone limits input. */
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number;
  /** Hard watermark in percent; −1 inherits. */
  readonly threshold: number;
  readonly retentionTokens: number;
  /** Kept free for the answer; null for all the model can say. */
  readonly answerTokens: number | null;
  /** What the provider said, whoever's limits are in force; null while it has not said anything. */
  readonly detected: DetectedLimits | null;
  readonly source: ModelConfigSource;
  /** Billed ÷ counted of the newest answers, the newest last. */
  readonly bills: readonly number[];
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a caller says of a model. */
export type NewModelConfig = Pick<
  ModelConfig,
  'id' | 'contextWindow' | 'maxInputTokens' | 'maxOutputTokens' | 'threshold' | 'retentionTokens' | 'source'
> &
  Partial<Pick<ModelConfig, 'answerTokens' | 'detected'>>;

/** Model limits, by `provider:model`. */
export interface ModelConfigs {
  /** Adds those that are not there yet; what is there stays. Answers how many were added. */
  seed(models: readonly NewModelConfig[], at: number): Promise<number>;
  get(id: string): Promise<ModelConfig | null>;
  list(): Promise<readonly ModelConfig[]>;
  /** Adds or replaces one; calibration stays, and what the provider said where nothing newer is given. */
  put(model: NewModelConfig & { expect?: number; at: number }): Promise<ModelConfig>;
  calibrate(id: string, calibration: { bills: readonly number[]; at: number }): Promise<ModelConfig>;
}

/** Limits as their row has them. */
export type ModelRow = Selectable<Schema['model_configs']>;

/** The model limits of a scope. */
export function createModelConfigs(scope: Scope): ModelConfigs {
  return {
    seed: (models, at) =>
      scope.write([], async (db) => {
        let added = 0;
        for (const model of models) {
          const { numInsertedOrUpdatedRows = 0n } = await db
            .insertInto('model_configs')
            .values(newRow(scope.owner, model, at))
            .onConflict((on) => on.columns(['owner', 'id']).doNothing())
            .executeTakeFirst();
          added += Number(numInsertedOrUpdatedRows);
        }
        return added;
      }),
    async get(id) {
      const row = await findRow(scope.read, 'model_configs', { owner: scope.owner, id });
      return row === undefined ? null : modelConfig(row);
    },
    list: async () => (await listRows(scope.read, 'model_configs', { owner: scope.owner }, ['id'])).map(modelConfig),
    put: ({ expect, at, ...model }) =>
      scope.write([`model ${scope.owner} ${model.id}`], async (db) => {
        const found = await findRow(db, 'model_configs', { owner: scope.owner, id: model.id });
        if (found === undefined)
          await refuseMore(db, { table: 'model_configs', of: { owner: scope.owner }, max: MAX_OF_A_KIND, called: 'models' });
        const version = nextVersion(`model ${model.id}`, found?.version, expect);
        const next = { ...newRow(scope.owner, model, at), version };
        const kept = {
          bills: found?.bills ?? null,
          created_at: found?.created_at ?? at,
          detected: next.detected ?? found?.detected ?? null,
        };
        const row = { ...next, ...kept };
        await putRow(db, 'model_configs', ['owner', 'id'], row);
        return modelConfig(row);
      }),
    calibrate: (id, { bills, at }) =>
      scope.write([`model ${scope.owner} ${id}`], async (db) => {
        const row = await getRow(db, 'model_configs', 'model', { owner: scope.owner, id });
        const next = { bills: JSON.stringify(bills), version: row.version + 1, updated_at: at };
        await updateRows(db, 'model_configs', { owner: scope.owner, id }, next);
        return modelConfig({ ...row, ...next });
      }),
  };
}

function newRow(owner: string, given: NewModelConfig, at: number): ModelRow {
  const colon = given.id.indexOf(':');
  if (colon < 1) throw new Invalid(`A model is named provider:model, not ${given.id}. Nothing was written.`, { id: given.id });
  return {
    owner,
    id: given.id,
    provider: given.id.slice(0, colon),
    model: given.id.slice(colon + 1),
    context_window: given.contextWindow,
    max_input_tokens: given.maxInputTokens,
    max_output_tokens: given.maxOutputTokens,
    threshold: given.threshold,
    retention_tokens: given.retentionTokens,
    source: given.source,
    bills: null,
    answer_tokens: given.answerTokens ?? null,
    detected: given.detected ? JSON.stringify(given.detected) : null,
    version: 1,
    created_at: at,
    updated_at: at,
  };
}

/** Limits as a provider told them. */
export const readDetected = columnReader('limit', (value): value is DetectedLimits => isRecord(value));
// Both are learnt again.
const readBills = withFallback(readNumbers, []);
const readDetectedOrNull = withFallback(readDetected, null);

/** Limits as they are handed out. */
export function modelConfig(row: Omit<ModelRow, 'owner'>): ModelConfig {
  return {
    id: row.id,
    provider: row.provider,
    model: row.model,
    contextWindow: row.context_window,
    maxInputTokens: row.max_input_tokens,
    maxOutputTokens: row.max_output_tokens,
    threshold: row.threshold,
    retentionTokens: row.retention_tokens,
    answerTokens: row.answer_tokens,
    detected: row.detected === null ? null : readDetectedOrNull(row.detected),
    source: row.source as ModelConfigSource,
    bills: row.bills === null ? [] : readBills(row.bills),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
