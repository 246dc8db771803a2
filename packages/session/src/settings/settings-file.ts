import { isForEverybody, type SettingsDiff } from '@tenfold/contract';
import { type Json, type JsonObject, lengthProblem, MAX_NAME } from '@tenfold/core';
import { MAX_OF_A_KIND, type NewModelConfig, SHARED, type Store } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { invalidRequest, SessionError } from '../session-error.ts';
import { TOOL_SERVERS } from '../tools/tool-server.ts';
import { type HeldBackKey, providerOf } from '../upstream/endpoint.ts';
import { keyHolderOf } from '../upstream/endpoint-address.ts';
import { shownOptions } from '../upstream/provider-keys.ts';
import { accessOf, changeCredentials, destinationOf, type Keys, type ProfileConfig } from './profile-access.ts';
import { checkedFileProfile, type SettingsFile, settingsFileProblems } from './settings-file-problems.ts';

/** Version of the file format; a newer one is refused. */
const SETTINGS_VERSION = 1;
const FORMAT = 'tenfold-settings';

/** Scopes that belong to one conversation or one home, not to how somebody likes to work. */
const isShared = (scope: string) => !scope.startsWith('session:') && scope !== 'home' && scope !== TOOL_SERVERS;

/** All settings, models, profiles (without keys) and presets as one value. */
export async function settingsFile(store: Store): Promise<JsonObject & SettingsFile> {
  const [own, shared, models, profiles, presets] = await Promise.all([
    store.settings.list(),
    store.for(SHARED).settings.list(),
    store.models.list(),
    store.profiles.list(),
    store.presets.list(),
  ]);
  const forAll = shared.filter(({ key }) => isForEverybody(key));
  // What a home says of its own from before holds as long as nothing is said for everybody.
  const isHidden = ({ scope, key }: { scope: string; key: string }) =>
    forAll.some((row) => row.scope === scope && row.key === key);
  const settings = [...own.filter((row) => !isHidden(row)), ...forAll];
  return {
    format: FORMAT,
    version: SETTINGS_VERSION,
    settings: settings.filter(({ scope }) => isShared(scope)).map(({ scope, key, value }) => ({ scope, key, value })),
    models: models.filter(({ source }) => source === 'manual').map(modelRow),
    profiles: profiles
      .filter(({ shared }) => !shared)
      .map(({ id, name, provider, model, baseUrl, config }) => ({
        id,
        name,
        provider,
        model,
        baseUrl,
        config: withoutSecrets(provider, config),
      })),
    presets: presets.map(({ id, name, config }) => ({ id, name, config })),
  };
}

function withoutSecrets(provider: string, config: JsonObject): JsonObject {
  const { options } = config as ProfileConfig;
  return options === undefined ? config : { ...config, options: shownOptions(provider, options) };
}

function modelRow(row: NewModelConfig): SettingsFile['models'][number] {
  const { id, contextWindow, maxInputTokens, maxOutputTokens, threshold, retentionTokens, answerTokens = null } = row;
  return { id, contextWindow, maxInputTokens, maxOutputTokens, threshold, retentionTokens, answerTokens };
}

/** One thing of a file: what it is called, what is there now, and how to write it. */
interface Item {
  readonly what: string;
  readonly now: Json;
  readonly wanted: Json;
  /** True where it holds for everybody on the server. */
  readonly forAll?: boolean;
  /** What else the user must do. */
  readonly note?: string | undefined;
  write(): Promise<unknown>;
}

/** How a file is taken over. */
export interface ImportWish {
  /** Only says what it would change. */
  readonly dryRun?: boolean;
  /** False for who may not change what holds for everybody. */
  readonly forAll?: boolean;
}

/** What a file would change; changes it unless it is a dry run. All of it is read and checked before anything is written. */
export async function readSettingsFile(
  deps: Pick<Dependencies, 'store' | 'now' | 'strategies'>,
  keys: Keys,
  file: Json,
  { dryRun = true, forAll = true }: ImportWish,
): Promise<SettingsDiff> {
  const right = checkFile(file);
  const problems = await settingsFileProblems(right);
  if (problems.length > 0) throw invalidRequest(problems);
  const items = await itemsOf(deps, keys, right);
  const same = (item: Item) => JSON.stringify(item.now) === JSON.stringify(item.wanted);
  const going = items.filter((item) => !same(item));
  const refused = forAll ? [] : going.filter((item) => item.forAll);
  if (refused.length > 0)
    throw new SessionError('forbidden', 'The file changes what only administrators of this server may. Nothing was changed.', {
      todo: 'Take it out of the file, or ask one of them.',
      facts: { settings: refused.map(({ what }) => what) },
    });
  const crowded = await crowdedLists(deps.store, right);
  if (crowded.length > 0) throw invalidRequest(crowded);
  const notes = going.flatMap(({ note }) => note ?? []);
  if (!dryRun) for (const item of going) await item.write();
  return {
    added: going.filter((item) => item.now === null).map(({ what }) => what),
    changed: going.filter((item) => item.now !== null).map(({ what, now, wanted }) => ({ what, from: now, to: wanted })),
    unchanged: items.length - going.length,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Lists that would have more than the store keeps of a kind, which would be refused in the middle of the file. */
async function crowdedLists(store: Store, file: SettingsFile): Promise<{ field: string; message: string }[]> {
  const lists = ['models', 'profiles', 'presets'] as const;
  const sizes = await Promise.all(
    lists.map(async (field) => {
      const there = await store[field].list();
      return { field, size: new Set([...there, ...file[field]].map(({ id }) => id)).size, was: there.length };
    }),
  );
  return sizes
    .filter(({ size, was }) => size > Math.max(MAX_OF_A_KIND, was))
    .map(({ field, size }) => ({
      field,
      message: `There may be ${MAX_OF_A_KIND} ${field} at most; with these there would be ${size}.`,
    }));
}

function checkFile(file: Json): SettingsFile {
  const given = (typeof file === 'object' && file !== null && !Array.isArray(file) ? file : {}) as JsonObject;
  if (given.format !== FORMAT)
    throw invalidRequest([{ field: 'format', message: `This is no settings file: it must say "${FORMAT}".` }]);
  if (given.version !== SETTINGS_VERSION)
    throw invalidRequest([
      { field: 'version', message: `This reads version ${SETTINGS_VERSION}, the file is version ${String(given.version)}.` },
    ]);
  const problems = [
    ...listProblems(given, 'settings', ['scope', 'key']),
    ...listProblems(given, 'models', ['id']),
    ...listProblems(given, 'profiles', ['id', 'name', 'provider', 'model']),
    ...listProblems(given, 'presets', ['id', 'name']),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  // Believed: the lists were just looked at, and `settingsFileProblems` looks at what is in them before anything is written.
  const whole = { settings: [], models: [], profiles: [], presets: [], ...given } as unknown as SettingsFile;
  return { ...whole, settings: whole.settings.filter(({ scope }) => isShared(scope)) };
}

function listProblems(file: JsonObject, name: string, texts: readonly string[]): { field: string; message: string }[] {
  const list = file[name];
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [{ field: name, message: 'This must be a list.' }];
  if (list.length > MAX_OF_A_KIND) return [{ field: name, message: `This may be a list of ${MAX_OF_A_KIND} at most.` }];
  return (list as readonly JsonObject[]).flatMap((item, index) =>
    texts.flatMap((text) => {
      const said = item?.[text];
      const message = typeof said === 'string' ? lengthProblem(said, MAX_NAME) : 'This must be text.';
      return message === null ? [] : [{ field: `${name}[${index}].${text}`, message }];
    }),
  );
}

async function itemsOf(
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  keys: Keys,
  file: SettingsFile,
): Promise<readonly Item[]> {
  const at = now();
  const current = await settingsFile(store);
  const settings = file.settings.map(({ scope, key, value }): Item => {
    const there = current.settings.find((other) => other.scope === scope && other.key === key);
    const forAll = isForEverybody(key);
    return {
      what: `setting ${scope} ${key}`,
      now: there?.value ?? null,
      wanted: value,
      forAll,
      write: () => (forAll ? store.for(SHARED) : store).settings.set({ scope, key, value, at }),
    };
  });
  const models = file.models.map((model): Item => {
    const there = current.models.find((other) => other.id === model.id);
    return {
      what: `model ${model.id}`,
      now: (there as JsonObject | undefined) ?? null,
      wanted: model,
      write: () => store.models.put({ ...model, source: 'manual', at }),
    };
  });
  const profiles = await Promise.all(file.profiles.map((profile) => profileItem(store, keys, profile, current.profiles, at)));
  const presets = file.presets.map((preset): Item => {
    const there = current.presets.find((other) => other.id === preset.id);
    return {
      what: `preset ${preset.name}`,
      now: (there as JsonObject | undefined) ?? null,
      wanted: preset,
      write: () => store.presets.put({ ...preset, at }),
    };
  });
  return [...settings, ...models, ...profiles, ...presets];
}

/** A profile's key stays with the host it was given for, whatever the file says of the profile. */
async function profileItem(
  store: Store,
  keys: Keys,
  profile: SettingsFile['profiles'][number],
  current: SettingsFile['profiles'],
  at: number,
): Promise<Item> {
  const { id } = profile;
  const there = current.find((other) => other.id === id);
  const fields = checkedFileProfile(profile);
  const destination = destinationOf(fields, providerOf(fields.provider), keys.environment);
  const before = there === undefined ? undefined : (await store.profiles.full(id))[0]?.profile;
  const row = { ...(before ?? { ...NEW_PROFILE, id }), ...fields };
  const { heldBack } = await accessOf(store, keys, row, destination);
  const { options } = (profile.config ?? {}) as ProfileConfig;
  return {
    what: `profile ${profile.name}`,
    now: (there as JsonObject | undefined) ?? null,
    wanted: { id, ...fields },
    note: heldBack && `profile ${profile.name}: ${noteOn(heldBack, fields.baseUrl)}`,
    async write() {
      const written = await store.profiles.put({ id, ...fields, at });
      await changeCredentials(store, keys, written, { ...(options && { options }), holder: keyHolderOf(destination), at });
    },
  };
}

function noteOn({ from, holder }: HeldBackKey, baseUrl: string | null): string {
  const to = baseUrl ?? 'its vendor';
  return from === 'stored'
    ? `its key was given for ${holder} and stays there. Enter the key again for ${to}.`
    : `the key of the environment goes to ${holder} only. Allow it for ${to} in the profile, or enter a key there.`;
}

const NEW_PROFILE = { shared: false, hasSecret: false, version: 0, createdAt: 0, updatedAt: 0 };
