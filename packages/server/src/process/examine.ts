import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { counted, counterFault, formatCount } from '@tenfold/core';
import {
  keyFileBox,
  keyVariables,
  knownLoss,
  missingEntries,
  nextKeyFile,
  openSecretBox,
  PROVIDERS,
  unreadableKeys,
} from '@tenfold/session';
import { type Damage, openPostgres, openSqlite, type Store, StoreCorrupt, sqliteFacts, type Verification } from '@tenfold/store';
import { livingServers } from './claim-home.ts';
import { databaseName, homeFiles } from './home.ts';
import { copyReason, withHomeCopy } from './home-copy.ts';
import type { ServeSettings } from './settings.ts';

/** One thing that was looked at. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** What is looked at beside the home. */
export interface ExamineOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  /** Folder of the built web app. */
  readonly web: string | null;
}

/** Looks at everything the server stands on and says what it finds. Changes nothing; a home that is not there is not made. */
export async function examine(settings: ServeSettings, { environment, node, web }: ExamineOptions): Promise<readonly Finding[]> {
  return [
    nodeFinding(node),
    counterFinding(),
    ...(await homeFindings(settings)),
    await portFinding(settings),
    keysFinding(environment),
    {
      what: 'web app',
      state: 'ok',
      detail: web === null ? 'not built; only the API is served' : 'built',
    },
  ];
}

function nodeFinding(node: string): Finding {
  const [major = 0, minor = 0] = node.replace(/^v/, '').split('.').map(Number);
  const fits = major > 22 || (major === 22 && minor >= 18);
  return { what: 'Node', state: fits ? 'ok' : 'failed', detail: fits ? node : `${node}; 22.18 or newer is needed` };
}

function counterFinding(): Finding {
  const fault = counterFault();
  return { what: 'counter', state: fault === null ? 'ok' : 'failed', detail: fault?.message ?? 'its table is whole' };
}

async function homeFindings({ home, secret, database }: ServeSettings): Promise<Finding[]> {
  const file = homeFiles.store(home);
  if (existsSync(home) && !statSync(home).isDirectory())
    return [{ what: 'home', state: 'failed', detail: `${home} is a file, and a folder is needed; name another with --home` }];
  if (database === undefined && !existsSync(file))
    return [{ what: 'home', state: 'ok', detail: `${home}: empty, made at the first start` }];
  const findings = existsSync(home) ? [permissionFinding(home), ...(await keyFileFindings(homeFiles.key(home), secret))] : [];
  let store: Store;
  try {
    store = database === undefined ? await openSqlite(file, { check: 'full' }) : await openPostgres(database);
  } catch (error) {
    if (database !== undefined || copyReason(error) !== 'unwritable')
      return [...findings, { what: 'store', state: 'failed', detail: brokenStore(error as Error) }];
    const openCopy = async (copy: string) => ({ copy, store: await openSqlite(homeFiles.store(copy), { check: 'full' }) });
    const found = await withHomeCopy(home, openCopy, (opened) => openedFindings(opened.store, { home: opened.copy, secret }));
    return [...findings, UNWRITABLE, ...found];
  }
  const disk = database === undefined ? diskFindings(home) : [];
  return [...findings, ...disk, ...(await openedFindings(store, { home, secret, database }))];
}

/** Bytes without which hardly anything can be stored. */
const LITTLE_ROOM = 1_000_000;

/** A store whose log was left can be opened where nothing can be written any more. */
function diskFindings(home: string): Finding[] {
  try {
    accessSync(home, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return [{ what: 'disk', state: 'failed', detail: 'read-only: nothing can be stored until it can be written' }];
  }
  const { bavail, bsize, blocks } = statfsSync(home);
  // Some file systems do not say.
  if (blocks === 0 || bavail * bsize >= LITTLE_ROOM) return [];
  return [{ what: 'disk', state: 'failed', detail: 'full: nothing, or very little, can be stored until there is room' }];
}

const UNWRITABLE: Finding = {
  what: 'disk',
  state: 'failed',
  detail:
    'full or read-only: nothing can be stored until there is room or it can be written. Until then the app serves it for reading; what follows was found in a copy',
};

/** What is found in a store, which is closed then. */
async function openedFindings(
  store: Store,
  { home, secret, database }: Pick<ServeSettings, 'home' | 'secret' | 'database'>,
): Promise<Finding[]> {
  try {
    const engine = database === undefined ? await fileFindings(homeFiles.store(home)) : [databaseFinding(database)];
    const keys = await storedKeyFindings(store, homeFiles.key(home), secret);
    return [...engine, ...(await storeFindings(store)), ...keys];
  } finally {
    await store.close();
  }
}

/** In one line, and what to do: what SQLite says of its pages is a list. */
function brokenStore(error: Error): string {
  const what = error.message.replace(/\s+/g, ' ');
  if (!(error instanceof StoreCorrupt)) return what;
  return `${what} \`tenfold export\` writes what can still be read; \`tenfold restore FILE\` puts a backup in place.`;
}

async function fileFindings(file: string): Promise<Finding[]> {
  const { version, journal, synchronous } = await sqliteFacts(file);
  const safe = journal === 'wal' && synchronous === 'full';
  return [
    { what: 'SQLite', state: 'ok', detail: version },
    { what: 'durability', state: safe ? 'ok' : 'failed', detail: `${journal}, synchronous ${synchronous}` },
  ];
}

function databaseFinding(database: string): Finding {
  return { what: 'PostgreSQL', state: 'ok', detail: `${databaseName(database)} answers` };
}

async function storeFindings(store: Store): Promise<Finding[]> {
  const { sessions, entries, damages } = await verifyAll(store);
  const servers = await livingServers(store);
  const found = `${counted(sessions, 'session')}, ${counted(entries, 'entry', 'entries')}, ${formatCount(Math.ceil((await store.size()) / 1024))} KB`;
  return [
    ...logFinding(store),
    damages.length === 0
      ? { what: 'integrity', state: 'ok', detail: `${found}, all as they were stored` }
      : {
          what: 'integrity',
          state: 'failed',
          detail: `${found}; ${damages.length} damaged: ${damagesBySession(damages, await titlesOf(store, damages)).join('; ')}. ${TO_RESTORE_ONE}`,
        },
    {
      what: 'server',
      state: 'ok',
      detail:
        servers.length === 0
          ? 'none runs on this home'
          : `at ${servers.map(({ facts }) => String(facts.url ?? 'an address not yet known')).join(', ')}`,
    },
  ];
}

const TO_RESTORE_NEWER =
  '`tenfold restore FILE` puts one in place; `tenfold doctor --know-loss` says that you know of it, and that there is none.';

/** What became of a store's log: nothing that was there once is gone, or who asks is told, as past once it is known of. */
function logFinding(store: Store): Finding[] {
  const [missing] = missingEntries(store);
  if (missing !== undefined) return [{ what: 'log', state: 'failed', detail: `${missing.what} ${TO_RESTORE_NEWER}` }];
  const known = knownLoss(store);
  return known === null ? [] : [{ what: 'log', state: 'ok', detail: known }];
}

const TO_RESTORE_ONE = 'A session comes back from a backup with `tenfold restore FILE --session ID`; all others can be used.';

/** Every session that is damaged, with the first that was found in it, and what is damaged outside of sessions. */
function damagesBySession(damages: readonly Damage[], titles: ReadonlyMap<string, string>): readonly string[] {
  const bySession = Map.groupBy(damages, ({ session, what }) => session ?? what);
  return [...bySession.values()].map(([first, ...more]) => {
    const { session, sequence, what } = first as Damage;
    const title = titles.get(session ?? '');
    const called = title === undefined ? `session ${session}` : `session ${session} (“${title}”)`;
    const where = `${session === null ? '' : `${called}: `}${sequence === null ? '' : `message ${sequence}: `}`;
    return `${where}${what}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
  });
}

/** What damaged sessions of the operator are called; what others call theirs is nobody's business here. */
async function titlesOf(store: Store, damages: readonly Damage[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const session of new Set(damages.flatMap(({ session }) => session ?? []))) {
    const found = await store.sessions.get(session).catch(() => null);
    if (found !== null && found.title !== '') titles.set(session, found.title);
  }
  return titles;
}

/** What was found of everybody who has sessions; of the operator too where there are none, since one may have been hidden. */
async function verifyAll(store: Store): Promise<Verification> {
  let [sessions, entries] = [0, 0];
  const damages: Damage[] = [];
  for (const owner of new Set([store.owner, ...(await store.owners())])) {
    const found = await (owner === store.owner ? store : store.for(owner)).verify();
    sessions += found.sessions;
    entries += found.entries;
    for (const damage of found.damages) damages.push(damage);
  }
  return { sessions, entries, damages };
}

async function storedKeyFindings(store: Store, keyFile: string, secret: string | undefined): Promise<Finding[]> {
  const names = await unreadableKeys(store, await openSecretBox(keyFile, secret, { make: false }));
  if (names.length === 0) return [];
  return [{ what: 'stored keys', state: 'failed', detail: await whyUnreadable(names.join(', '), keyFile, secret) }];
}

async function whyUnreadable(names: string, keyFile: string, secret: string | undefined): Promise<string> {
  if (await isDamagedKeyFile(keyFile, secret)) return `cannot be read with the damaged key file: ${names}`;
  if (secret === undefined && !existsSync(keyFile))
    return `cannot be read, because secret.key is missing: ${names}. Put it back, or start again and enter the keys again in the profiles`;
  return `cannot be read with this secret: ${names}. Enter them again in the profiles, or start with the secret (or secret.key) they were stored under; \`tenfold keys rotate\` keeps the old one as before-…-secret.key`;
}

function permissionFinding(home: string): Finding {
  const open = process.platform !== 'win32' && (statSync(home).mode & 0o077) !== 0;
  return open
    ? { what: 'home', state: 'warning', detail: `${home} can be read by others: run \`chmod 700 ${home}\`` }
    : { what: 'home', state: 'ok', detail: `${home}, for its owner only` };
}

/** Nothing can be stored under it either, so that entering keys again does not help. An empty file is replaced at the start. */
async function isDamagedKeyFile(file: string, secret: string | undefined): Promise<boolean> {
  const isUsed = secret === undefined && existsSync(file) && statSync(file).size > 0;
  return isUsed && (await keyFileBox(file)) === null;
}

const DAMAGED_KEY_FILE: Finding = {
  what: 'key file',
  state: 'failed',
  detail:
    'secret.key is damaged. Conversations are not affected. Put the right file back, or delete it, start again and enter the keys of your profiles again',
};

function keyPermissionFinding(file: string): Finding {
  const open = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  if (!open) return { what: 'key file', state: 'ok', detail: 'for its owner only' };
  const todo = `run \`chmod 600 ${file}\`. If somebody may have read it, stop the server, run \`tenfold keys rotate\` and replace the keys at the providers`;
  return { what: 'key file', state: 'failed', detail: `can be read by others: ${todo}` };
}

async function keyFileFindings(file: string, secret: string | undefined): Promise<Finding[]> {
  if (!existsSync(file)) return [];
  return [
    (await isDamagedKeyFile(file, secret)) ? DAMAGED_KEY_FILE : keyPermissionFinding(file),
    ...(existsSync(nextKeyFile(file))
      ? [
          {
            what: 'key rotation',
            state: 'warning',
            detail: 'was cut off; nothing is lost. Run `tenfold keys rotate` to finish it',
          } as const,
        ]
      : []),
  ];
}

async function portFinding({ host, port }: ServeSettings): Promise<Finding> {
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => probe.close(() => resolve(true)));
  });
  return {
    what: 'port',
    state: 'ok',
    detail: free ? `${host}:${port} is free` : `${host}:${port} is taken; the next free one is used`,
  };
}

/** Names only: what they hold is nobody's business. */
function keysFinding(environment: Readonly<Record<string, string | undefined>>): Finding {
  const names = PROVIDERS.flatMap(keyVariables).filter((name) => environment[name]);
  const detail = names.length === 0 ? 'none in the environment; without any, the offline model answers' : names.join(', ');
  return { what: 'keys', state: 'ok', detail };
}
