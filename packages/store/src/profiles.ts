import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { readObject, withFallback } from './column-json.ts';
import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import { type ModelConfig, type ModelRow, modelConfig } from './model-configs.ts';
import { MAX_OF_A_KIND, refuseMore } from './refuse-more.ts';
import { findRow, getRow, putRow, removeRows, updateRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import { nextVersion } from './version.ts';

/** Owner of what everybody may read and administrators alone change: nobody comes in under this name. */
export const SHARED = '*shared';

/** A configured model with its endpoint and prices. Its key is not here. */
export interface Profile {
  readonly id: string;
  /** It is everybody's; `store.for(SHARED)` changes it. */
  readonly shared: boolean;
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string | null;
  /** Prices, thresholds, limits: whatever the session layer validates. */
  readonly config: JsonObject;
  readonly hasSecret: boolean;
  /** Its config cannot be read, and none stands for it until it is saved again. */
  readonly damaged?: true;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A profile with all that is stored for it. */
export interface FullProfile {
  readonly profile: Profile;
  readonly secret: Uint8Array | null;
  /** Limits of its model, null where nobody has described it. */
  readonly model: ModelConfig | null;
}

/** Profiles of one owner: shared ones are read with them and changed as `SHARED`. Keys come in encrypted and are opaque here. */
export interface Profiles {
  /** Adds or replaces one. `expect` is the version read; null says it must be new. The secret stays. */
  put(profile: {
    id?: string;
    name: string;
    provider: string;
    model: string;
    baseUrl?: string | null;
    config?: JsonObject;
    expect?: number | null;
    at: number;
  }): Promise<Profile>;
  get(id: string): Promise<Profile>;
  list(): Promise<readonly Profile[]>;
  /** Profiles with their encrypted keys and the limits of their models, read at once: one, or all. */
  full(id?: string): Promise<readonly FullProfile[]>;
  /** Sets or (null) clears the encrypted key. */
  setSecret(id: string, secret: Uint8Array | null, at: number): Promise<void>;
  /** The encrypted key, null where there is none. */
  secret(id: string): Promise<Uint8Array | null>;
  remove(id: string): Promise<void>;
}

type ProfileRow = Selectable<Schema['profiles']>;

/** The profiles of a scope. */
export function createProfiles(scope: Scope): Profiles {
  return {
    put: ({ id = randomUUID(), name, provider, model, baseUrl = null, config = {}, expect, at }) =>
      scope.write([`profile ${scope.owner} ${id}`], async (db) => {
        const before = await findRow(db, 'profiles', { owner: scope.owner, id });
        if (before === undefined)
          await refuseMore(db, { table: 'profiles', of: { owner: scope.owner }, max: MAX_OF_A_KIND, called: 'profiles' });
        const row = {
          owner: scope.owner,
          id,
          name,
          provider,
          model,
          base_url: baseUrl,
          config: JSON.stringify(config),
          secret: before?.secret ?? null,
          version: nextVersion(`profile ${id}`, before?.version, expect),
          created_at: before?.created_at ?? at,
          updated_at: at,
        };
        await putRow(db, 'profiles', ['owner', 'id'], row);
        return profileOf(row);
      }),
    get: async (id) => profileOf(await readable(scope, id)),
    async list() {
      const rows = await scope.read
        .selectFrom('profiles')
        .selectAll()
        .where(readableBy(scope.owner))
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map(profileOf);
    },
    async full(id) {
      const { read, owner } = scope;
      const rows = await (id === undefined ? allFull(read, { owner }) : oneFull(read, { owner, id }));
      return rows.map((row) => {
        const limits: Record<string, unknown> = {};
        for (const name of LIMITS) limits[name] = row[`limits_${name}`];
        return {
          profile: profileOf(row),
          secret: row.secret === null ? null : new Uint8Array(row.secret),
          // Believed: these are all its columns, as the join selects them.
          model: row.limits_id === null ? null : modelConfig(limits as unknown as ModelRow),
        };
      });
    },
    setSecret: (id, secret, at) =>
      scope.write([`profile ${scope.owner} ${id}`], async (db) => {
        const { version } = await getRow(db, 'profiles', 'profile', { owner: scope.owner, id });
        const next = { secret: secret === null ? null : Buffer.from(secret), version: version + 1, updated_at: at };
        await updateRows(db, 'profiles', { owner: scope.owner, id }, next);
      }),
    secret: async (id) => {
      const { secret } = await readable(scope, id);
      return secret === null ? null : new Uint8Array(secret);
    },
    remove: (id) => scope.write([], (db) => removeRows(db, 'profiles', { owner: scope.owner, id })),
  };
}

const fullQuery = (db: Db, owner: string) =>
  db
    .selectFrom('profiles')
    .leftJoin('model_configs', (join) => join.on(ofProfile(owner)))
    .selectAll('profiles')
    .select(LIMITS.map((name) => `model_configs.${name} as limits_${name}` as const))
    .where(readableBy(owner));
const allFull = fixedQuery((db, { owner }: { owner: string }) =>
  fullQuery(db, owner).orderBy('profiles.name').orderBy('profiles.id'),
);
const oneFull = fixedQuery((db, { owner, id }: { owner: string; id: string }) =>
  fullQuery(db, owner).where('profiles.id', '=', id),
);

const LIMITS = [
  'id',
  'provider',
  'model',
  'context_window',
  'max_input_tokens',
  'max_output_tokens',
  'threshold',
  'retention_tokens',
  'source',
  'bills',
  'answer_tokens',
  'detected',
  'version',
  'created_at',
  'updated_at',
] as const;

/** What an owner has stored of a profile's model, found by its id: there are thousands. */
export function ofProfile(owner: string) {
  return ({ eb }: ExpressionBuilder<Schema, 'profiles' | 'model_configs'>) =>
    eb('model_configs.owner', '=', owner).and('model_configs.id', '=', sql<string>`profiles.provider || ':' || profiles.model`);
}

/** One's own and shared ones; where both have an id, it is one's own. */
export function readableBy(owner: string) {
  return ({ eb, not, exists, selectFrom }: ExpressionBuilder<Schema, 'profiles'>) => {
    const own = selectFrom('profiles as mine').select('mine.id').where('mine.owner', '=', owner);
    const isHidden = exists(own.whereRef('mine.id', '=', 'profiles.id'));
    return eb('profiles.owner', '=', owner).or(eb('profiles.owner', '=', SHARED).and(not(isHidden)));
  };
}

async function readable({ read, owner }: Scope, id: string): Promise<ProfileRow> {
  const query = read.selectFrom('profiles').selectAll().where(readableBy(owner)).where('id', '=', id);
  const row = await query.executeTakeFirst();
  if (row === undefined) throw new NotFound('profile', id);
  return row;
}

const readConfig = withFallback(readObject, null);

/** One that cannot be read is there all the same: who it is called by is told, and it can be saved again or removed. */
function profileOf(row: ProfileRow): Profile {
  const config = readConfig(row.config);
  return {
    id: row.id,
    shared: row.owner === SHARED,
    name: row.name,
    provider: row.provider,
    model: row.model,
    baseUrl: row.base_url,
    config: config ?? {},
    hasSecret: row.secret !== null,
    ...(config === null ? { damaged: true } : {}),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
