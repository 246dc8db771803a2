import { type AnyStrategy, counterFault, countText, type JsonObject, withOwn } from '@tenfold/core';
import type { Role, SessionId, Store, Usage } from '@tenfold/store';
import { BoundedMap } from './bounded-map.ts';
import type { Chains } from './chains/chains.ts';
import { chainsOn } from './chains/chains-on.ts';
import { profileAnswerer } from './chains/profile-answerer.ts';
import { checkpointerOn } from './checkpoints/checkpointer.ts';
import { type Checkpoints, checkpointsOn } from './checkpoints/checkpoints.ts';
import { type Noticed, watcherWith } from './checkpoints/watcher.ts';
import { type Commands, commandsOn } from './commands.ts';
import { type Contexts, contextsOn } from './conversation/contexts.ts';
import { conversationsOn } from './conversation/conversations.ts';
import { framesWith } from './conversation/frames.ts';
import { sessionLoader } from './conversation/load-session.ts';
import { RequestNotes } from './conversation/request-notes.ts';
import { contextStatus, usedTokens } from './conversation/status.ts';
import { warmUp } from './conversation/warm-up.ts';
import type { Dependencies } from './dependencies.ts';
import { engineWith } from './engine/engine.ts';
import { type Exchange, exchangeOn } from './exchange/exchange.ts';
import { foldsBeside, type UsualOrder } from './folding/fold-beside.ts';
import { FoldScheduler } from './folding/fold-scheduler.ts';
import { foldWork } from './folding/fold-work.ts';
import { type Folding, foldingOn } from './folding/folding.ts';
import { recipeFor } from './folding/recipe.ts';
import { type Lab, labOn } from './lab.ts';
import { type Log, SILENT } from './log.ts';
import { type Memories, memoriesOn } from './memories.ts';
import type { Metric } from './metric.ts';
import { type Metrics, metricsOn } from './metrics.ts';
import { OpenedPeople } from './opened-people.ts';
import { type People, peopleIn } from './people.ts';
import { type Projects, projectsOn } from './projects.ts';
import { type Recall, recallOn } from './recall.ts';
import { bootId, livingProcesses, type ProcessLease, takeLease } from './recovery/process-lease.ts';
import { type Recovery, recoveryOn } from './recovery/recovery.ts';
import type { SecretBox } from './secret-box.ts';
import { type SessionEvents, sessionEvents } from './session-events.ts';
import { type Sessions, sessionsOn } from './sessions.ts';
import { bindKeys } from './settings/bind-keys.ts';
import { type Choices, chooserOn } from './settings/choices.ts';
import { limitsLearner } from './settings/detect-limits.ts';
import { seedModels } from './settings/model-limits.ts';
import { type Models, modelsOn } from './settings/models.ts';
import { type Presets, presetsOn } from './settings/presets.ts';
import type { Keys } from './settings/profile-access.ts';
import { type Profiles, profilesOn } from './settings/profiles.ts';
import { type Settings, settingsOn } from './settings/settings.ts';
import { type Settled, settledOn } from './settled.ts';
import { sleep } from './sleep.ts';
import { type OwnTasks, workOn } from './task-work.ts';
import { titlerOn } from './titler.ts';
import type { OperatorToolServer } from './tools/tool-server.ts';
import { type ToolServers, toolServersOn } from './tools/tool-servers.ts';
import type { AppTool } from './turn/app-tool.ts';
import { TAKE_MS } from './turn/hand-over.ts';
import type { Sent } from './turn/turn-under-way.ts';
import { type Turns, turnsOn } from './turn/turns.ts';
import { onlyToVendors } from './upstream/endpoint-address.ts';
import { guardedFetch } from './upstream/guarded-fetch.ts';

/** What Tenfold stands on. */
export interface TenfoldOptions {
  readonly store: Store;
  /** Seals keys at rest; without one, keys come from the environment only. */
  readonly secrets?: SecretBox;
  /** Where providers' keys are looked for. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How models are called; by itself `guardedFetch`, which calls private networks too. */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970, for what people see. */
  readonly now?: () => number;
  /** Milliseconds that only ever grow, for intervals. */
  readonly monotonic?: () => number;
  readonly log?: Log;
  readonly observe?: (metric: Metric) => void;
  readonly tools?: readonly AppTool[];
  /** Servers of tools (MCP) that the operator names, for the owner of the store alone. */
  readonly toolServers?: readonly OperatorToolServer[];
  /** One person on a machine of their own: they may have commands run as servers of tools. */
  readonly mayRunCommands?: boolean;
  /** Strategies of one's own, with passes of one's own, beside those of the engine. */
  readonly strategies?: readonly AnyStrategy[];
  /** Whether this process does the work nobody waits for: folds beside the conversation, checkpoints, tidying; by itself it does. */
  readonly worker?: boolean;
  /** What other processes that open the same store may know of this one: its pid, its URL. */
  readonly facts?: JsonObject;
  /** Names the machine's boot; a lease of another boot is dead. */
  readonly boot?: string;
}

/** Who somebody is to the store, and what they may do. */
export interface Principal {
  readonly owner: string;
  readonly role: Role;
}

/** The imperative shell around the engine: everything an app calls. */
export interface Tenfold {
  readonly sessions: Sessions;
  readonly turns: Turns;
  /** Conversations of clients that resend them whole: what the gateway stands on. */
  readonly chains: Chains;
  readonly contexts: Contexts;
  readonly folding: Folding;
  readonly checkpoints: Checkpoints;
  readonly recovery: Recovery;
  readonly recall: Recall;
  readonly memories: Memories;
  readonly lab: Lab;
  readonly commands: Commands;
  readonly settings: Settings;
  readonly models: Models;
  readonly profiles: Profiles;
  readonly presets: Presets;
  readonly projects: Projects;
  readonly exchange: Exchange;
  readonly settled: Settled;
  readonly toolServers: ToolServers;
  readonly metrics: Metrics;
  readonly events: SessionEvents;
  /** What the owner has used. */
  readonly usage: Usage;
  /** Those who share this server. */
  readonly people: People;
  /** Whose conversations these are. */
  readonly owner: string;
  /** The same for somebody else who shares this process; closed with it. */
  for(person: Principal): Promise<Tenfold>;
  /** Ways to condense that may be chosen. */
  readonly strategies: readonly AnyStrategy[];
  /** Tells other processes more about this one, such as the URL it serves. */
  describe(facts: JsonObject): Promise<void>;
  /**
   * For a process that leaves others behind: waits until no turn is under way here, whoever's, and has the others go on with what takes
   * longer than it may. False where a turn can only be cut.
   */
  leaveTurns(ms: number): Promise<boolean>;
  /** Stops turns and folds in order, keeps what has come, and gives the lease back. The store stays open. */
  close(): Promise<void>;
}

/** People whose role is remembered; whoever is forgotten is a user until they come again. */
const MAX_ROLES = 10_000;

/** Sessions whose last request is remembered; of others it is not known what a provider has cached. */
const MAX_SENT = 64;

/**
 * Opens Tenfold over a store: seeds the models, takes a lease, and puts the parts together.
 * @example
 * const tenfold = await openTenfold({ store: await openSqlite('tenfold.db') });
 */
export async function openTenfold(options: TenfoldOptions): Promise<Tenfold> {
  const process = await openProcess(options);
  const { store, fetch: send } = options;
  const toolReach = { admin: send ?? guardedFetch(), user: send ?? guardedFetch({ privateAddresses: false }) };
  const reach = { admin: send ?? guardedFetch(), user: onlyToVendors(send ?? guardedFetch({ privateAddresses: false })) };
  const sharedKeys = { environment: options.environment ?? {}, send: reach.admin };
  const roles = new BoundedMap<string, Role>(MAX_ROLES);
  const opened = new OpenedPeople<Owned>(process.monotonic, process.log);
  const everybody = async (): Promise<readonly Owned[]> => {
    return [own, ...(await opened.all())];
  };
  const idle = async (ms: number): Promise<boolean> => {
    const late = new AbortController();
    const allIdle = everybody().then((all) => Promise.all(all.map((each) => each.idle())));
    const isIdle = await Promise.race([allIdle.then(() => true), sleep(ms, late.signal).then(() => false)]);
    late.abort();
    return isIdle;
  };
  let stopping: Promise<void> | undefined;
  const stopWork = () => (stopping ??= work?.stop() ?? Promise.resolve());
  const leaveTurns = async (ms: number): Promise<boolean> => {
    if (await idle(ms)) return true;
    if ((await livingProcesses(store, options.boot)).length < 2) return false;
    // It would take its own turns over.
    await stopWork();
    for (const { handOver } of await everybody()) handOver();
    return idle(2 * TAKE_MS);
  };
  const open = (owned: TenfoldOptions, toolFetch: typeof fetch = toolReach.admin) =>
    openOwned(owned, process, { for: forPerson, leaveTurns }, toolFetch, sharedKeys);
  const openFor = async (owner: string) => {
    // What somebody may reach is asked with every call: a role can change.
    const fetch: typeof globalThis.fetch = (input, init) => reach[roles.get(owner) ?? 'user'](input, init);
    const toolFetch: typeof globalThis.fetch = (input, init) => toolReach[roles.get(owner) ?? 'user'](input, init);
    // Keys of the environment are the operator's, and so are commands and servers of tools.
    const others = { environment: {}, toolServers: [], mayRunCommands: false };
    return open({ ...options, ...others, store: store.for(owner), fetch }, toolFetch);
  };
  const ownedBy = async ({ owner, role }: Principal): Promise<Owned> => {
    if (owner === store.owner) return own;
    roles.set(owner, role);
    return opened.of(owner, () => openFor(owner));
  };
  const forPerson: Tenfold['for'] = async (person) => (await ownedBy(person)).tenfold;
  const own = await open(options);
  const tasksOf = async (owner: string) => {
    if (owner === store.owner) return own.tasks;
    return (await ownedBy({ owner, role: (await store.people.get(owner)).role })).tasks;
  };
  const work = options.worker === false ? null : await workOn({ ...process, store, tasksOf });
  return {
    ...own.tenfold,
    async close() {
      const all = await everybody();
      for (const { settle } of all) await settle();
      await stopWork();
      for (const { tenfold } of all) await tenfold.close();
      await process.lease.release();
    },
  };
}

async function openOwned(
  options: TenfoldOptions,
  process: Process,
  shared: Pick<Tenfold, 'for' | 'leaveTurns'>,
  toolFetch: typeof fetch,
  sharedKeys: NonNullable<Keys['shared']>,
): Promise<Owned> {
  const { store, tools = [], environment = {}, secrets, fetch: send = guardedFetch() } = options;
  const { lease } = process;
  const deps = await dependenciesFor(store, process);
  const { now, events } = deps;
  const keys = { secrets, environment, shared: sharedKeys };
  await bindKeys(deps, keys);
  const chooser = chooserOn(store, keys, now, deps.strategies);
  const toolServers = await toolServersOn({
    deps,
    secrets,
    send: toolFetch,
    operator: options.toolServers ?? [],
    mayRunCommands: options.mayRunCommands ?? false,
  });
  const toolsFor = (choices: Choices) => [...tools, ...toolServers.offered(choices)];
  const refusing = new BoundedMap<string, true>(MAX_SENT);
  const modelKey = ({ profile, model }: Choices) => `${profile?.id} ${model.id}`;
  const frameOf = framesWith({ toolsFor, takesNone: (choices) => refusing.get(modelKey(choices)) === true });
  const loader = sessionLoader(store, chooser, conversationsOn(store), frameOf);
  const presets = presetsOn(deps);
  const checkpointer = checkpointerOn(deps, loader);
  const askForCheckpoint = async ({ session, ...wish }: Noticed) => {
    const input = { session, ...wish, tags: [...wish.tags] };
    // A queue that cannot take it is no reason to go without.
    await store.queue.put({ owner: store.owner, kind: 'checkpoint', input }).catch(() => checkpointer.automatic(session, wish));
  };
  const watcher = watcherWith(askForCheckpoint, (name) => tools.some((tool) => tool.name === name && tool.writesFiles === true));
  const sent = new BoundedMap<SessionId, Sent>(MAX_SENT);
  const work = foldWork({ deps, loader, chooser, checkpointer, send, sentUpTo: (session) => sent.get(session)?.upTo ?? null });
  const scheduler: FoldScheduler = new FoldScheduler(deps, work, lease.isDead, (session) => tellStatus(session));
  await scheduler.remember();
  const foldState = (session: SessionId) => scheduler.state(session);
  const tellStatus = async (session: SessionId) => {
    const loaded = await loader.load(session);
    const status = contextStatus(loaded, foldState(session));
    const { branch, opened } = loaded;
    if (loaded.used === null) await store.heads.count([{ session, branch, version: opened.version, used: usedTokens(loaded) }]);
    await events.publish(session, 'status', status);
  };
  const recall = recallOn(deps, loader);
  const settle = async (session: SessionId) => {
    const { folding: under } = foldState(session);
    if (under !== null) scheduler.cancel(under.id);
    while (await turns.stop(session));
    await scheduler.running(session);
  };
  const sessions = sessionsOn({ deps, loader, chooser, frameOf, foldState, tellStatus, settle, noticed: watcher.noticed });
  const usualOrder: UsualOrder = async (choices) => ({
    recipe: await recipeFor({}, choices, { chooser, presets }),
    fast: choices.value('fast'),
    request: {},
  });
  const beside = foldsBeside({ deps, loader, scheduler, usualOrder });
  const titler = titlerOn(deps, chooser, send);
  const turns = turnsOn({
    deps,
    loader,
    scheduler,
    beside,
    chooser,
    recall,
    toolsFor,
    noteNoTools: (choices) => void refusing.set(modelKey(choices), true),
    send,
    sent,
    mended: new BoundedMap(MAX_SENT),
    requests: new RequestNotes(),
    isDead: lease.isDead,
    usualOrder,
    learnLimits: limitsLearner(deps, send),
    began: titler.began,
    noticed: watcher.noticed,
  });
  const folding = foldingOn({ deps, loader, chooser, presets, scheduler, tellStatus });
  const checkpoints = checkpointsOn({ deps, loader, checkpointer, tellStatus });
  const chains = chainsOn(deps, recall, {
    answererOf: (id) => profileAnswerer({ deps, chooser, send }, id),
    credential: async (id) => (await chooser.profile(id)).endpoint,
  });
  const tenfold: Tenfold = {
    sessions,
    turns,
    chains,
    contexts: contextsOn({
      store,
      loader,
      foldState,
      sent: (session) => sent.get(session)?.messages ?? null,
      warmUp: () => warmUp(chooser),
    }),
    folding,
    checkpoints,
    recovery: recoveryOn({ deps, lease, sessions, tellQueue: turns.tellQueue }),
    recall,
    memories: memoriesOn(deps, loader, sessions),
    lab: labOn({ deps, loader, chooser, presets, send }),
    commands: commandsOn({ folding, checkpoints }),
    settings: settingsOn(deps, chooser, keys),
    models: modelsOn(deps, { keys, send }),
    profiles: profilesOn(deps, { keys, send }),
    presets,
    projects: projectsOn(deps, settle),
    exchange: exchangeOn(deps, loader, async (session) => (await (await chooser.forAll())(session, null)).count),
    settled: settledOn(deps),
    toolServers,
    metrics: metricsOn(deps),
    events,
    strategies: deps.strategies,
    usage: store.usage,
    people: peopleIn(store, now, deps.log),
    owner: store.owner,
    ...shared,
    describe: lease.describe,
    async close() {
      await scheduler.close();
      await toolServers.close();
      await events.close();
    },
  };
  return {
    tenfold,
    idle: turns.idle,
    handOver: turns.handOver,
    isBusy: () => turns.isBusy() || scheduler.isBusy(),
    tasks: { fold: beside.run, takeOver: turns.takeOver, checkpoint: checkpointer.automatic },
    async settle() {
      await turns.close();
      await chains.idle();
      await watcher.idle();
      await titler.idle();
    },
  };
}

/** What is opened for one of those who share a process. */
interface Owned {
  readonly tenfold: Tenfold;
  readonly tasks: OwnTasks;
  idle(): Promise<void>;
  handOver(): void;
  isBusy(): boolean;
  /** Ends turns, keeps what has come of them, and puts the rest of the work in line. */
  settle(): Promise<void>;
}

/** What belongs to the process and not to one of those it works for. */
interface Process extends Omit<Dependencies, 'store' | 'events' | 'lease'> {
  readonly lease: ProcessLease;
}

async function openProcess(options: TenfoldOptions): Promise<Process> {
  const {
    store,
    now = Date.now,
    monotonic = () => performance.now(),
    log = SILENT,
    observe = () => {},
    facts = {},
    boot = bootId(),
  } = options;
  const all = withOwn(options.strategies ?? []);
  // The counter's table is read here rather than by whoever counts first; where it cannot be, that one hears of it.
  warmCounter(log);
  return {
    now,
    monotonic,
    log,
    observe,
    strategies: all,
    engine: engineWith(all),
    lease: await takeLease(store, { boot, facts, now, monotonic, log }),
  };
}

async function dependenciesFor(store: Store, { lease, ...process }: Process): Promise<Dependencies> {
  await seedModels(store, process.now());
  return { ...process, store, events: await sessionEvents(store, process.now, process.log), lease: () => lease.token };
}

function warmCounter(log: Log): void {
  const fault = counterFault();
  if (fault === null) countText('The first words are counted before anybody waits for them.');
  else log.error('counter-unavailable', { reason: fault.message });
}
