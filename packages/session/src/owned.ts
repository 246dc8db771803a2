import { Conflict, type OpenedSession, type SessionId, type Store } from '@tenfold/store';
import { chainsOn } from './chains/chains-on.ts';
import { profileAnswerer } from './chains/profile-answerer.ts';
import { checkpointerOn } from './checkpoints/checkpointer.ts';
import { checkpointsOn } from './checkpoints/checkpoints.ts';
import { watcherOn } from './checkpoints/watcher.ts';
import { commandsOn } from './commands.ts';
import { contextsOn } from './conversation/contexts.ts';
import { Frames } from './conversation/frames.ts';
import { sessionLoader } from './conversation/load-session.ts';
import { contextStatus, usedTokens } from './conversation/status.ts';
import { warmUp } from './conversation/warm-up.ts';
import type { Dependencies } from './dependencies.ts';
import { exchangeOn } from './exchange/exchange.ts';
import { foldsBeside, type UsualOrder } from './folding/fold-beside.ts';
import { FoldScheduler } from './folding/fold-scheduler.ts';
import { FoldHistory } from './folding/fold-trigger.ts';
import { foldWork } from './folding/fold-work.ts';
import { foldingOn } from './folding/folding.ts';
import { recipeFor } from './folding/recipe.ts';
import { labOn } from './lab.ts';
import { reasonOf } from './log.ts';
import { memoriesOn } from './memories.ts';
import { meterOn } from './meter.ts';
import { metricsOn } from './metrics.ts';
import type { Process } from './open-process.ts';
import { peopleIn } from './people.ts';
import { projectsOn } from './projects.ts';
import { recallOn } from './recall.ts';
import { recoveryOn } from './recovery/recovery.ts';
import { sessionEvents } from './session-events.ts';
import { notKept, sessionsOn } from './sessions.ts';
import { bindKeys } from './settings/bind-keys.ts';
import { chooserOn } from './settings/choices.ts';
import { limitsLearner } from './settings/detect-limits.ts';
import { seedModels } from './settings/model-limits.ts';
import { modelsOn } from './settings/models.ts';
import { presetsOn } from './settings/presets.ts';
import type { Keys } from './settings/profile-access.ts';
import { profilesOn } from './settings/profiles.ts';
import { settingsOn } from './settings/settings.ts';
import { settledOn } from './settled.ts';
import type { OwnTasks } from './task-work.ts';
import type { Tenfold, TenfoldOptions } from './tenfold.ts';
import { titlerOn } from './titler.ts';
import { toolServersOn } from './tools/tool-servers.ts';
import { TurnLines } from './turn/turns.ts';

/** What is opened for one of those who share a process. */
export interface Owned {
  readonly tenfold: Tenfold;
  readonly tasks: OwnTasks;
  idle(): Promise<void>;
  handOver(): void;
  isBusy(): boolean;
  /** Ends turns, keeps what has come of them, and puts the rest of the work in line. */
  settle(): Promise<void>;
}

/** What an owner's parts stand on: how they reach models is decided by who they are. */
export type OwnedOptions = TenfoldOptions & Required<Pick<TenfoldOptions, 'fetch'>>;

/** Puts the parts together for one owner of conversations. */
export async function openOwned(
  options: OwnedOptions,
  process: Process,
  shared: Pick<Tenfold, 'for' | 'leaveTurns'>,
  toolFetch: typeof fetch,
  sharedKeys: NonNullable<Keys['shared']>,
): Promise<Owned> {
  const { store, tools = [], environment = {}, secrets, fetch: send } = options;
  const { lease, caches } = process;
  const deps = await dependenciesFor(store, process);
  const { now, events } = deps;
  const keys = { secrets, environment, shared: sharedKeys };
  await bindKeys(deps, keys);
  const chooser = chooserOn(store, keys, now, deps.strategies, caches.choices);
  const toolServers = await toolServersOn({
    deps,
    isDead: lease.isDead,
    secrets,
    send: toolFetch,
    operator: options.toolServers ?? [],
    mayRunCommands: options.mayRunCommands ?? false,
  });
  const frames = new Frames((choices) => (toolServers.known.size === 0 ? tools : [...tools, ...toolServers.offered(choices)]));
  const history = new FoldHistory(deps, lease.isDead, caches.folds);
  const learn = async ({ session, folds, toolServers: versions }: OpenedSession) => {
    const hasServers = versions.size + toolServers.known.size > 0;
    await Promise.all([history.learn(session.id, folds), hasServers ? toolServers.learn(versions) : null]);
  };
  const loader = sessionLoader(store, chooser, frames, learn, caches.loaded);
  const presets = presetsOn(deps);
  const checkpointer = checkpointerOn(deps, loader);
  const writesFiles = (name: string) => tools.some((tool) => tool.name === name && tool.writesFiles === true);
  const watcher = watcherOn(store, checkpointer, writesFiles, caches.watches);
  const { requests } = caches;
  const work = foldWork({
    deps,
    loader,
    chooser,
    checkpointer,
    send,
    sentUpTo: (session) => requests.sent.get(session)?.upTo ?? null,
  });
  const scheduler: FoldScheduler = new FoldScheduler(deps, work, history, lease.isDead, (session) => tellStatus(session));
  const foldState = (session: SessionId) => history.state(session);
  const tellStatus = async (session: SessionId) => {
    const loaded = await loader.load(session);
    const status = contextStatus(loaded, foldState(session));
    const { branch, opened } = loaded;
    const counted = { session, branch, version: opened.version, used: usedTokens(loaded) };
    if (loaded.used === null) await store.heads.count([counted]).catch(notKept(deps));
    await events.publish(session, 'status', status);
  };
  const recall = recallOn(deps, loader);
  const settle = async (session: SessionId) => {
    const under = await folding.running(session);
    const stopTurns = async () => {
      while (await turns.stop(session));
    };
    await Promise.all([under === null ? null : scheduler.cancel(under.id).catch(unlessOver), stopTurns()]);
    await scheduler.running(session);
  };
  const sessions = sessionsOn({ deps, loader, chooser, frames, foldState, tellStatus, settle, watch: watcher.watch });
  const usualOrder: UsualOrder = async (choices) => ({
    recipe: await recipeFor({}, choices, { chooser, presets }),
    fast: choices.value('fast'),
    request: {},
  });
  const beside = foldsBeside({ deps, loader, scheduler, usualOrder });
  const titler = titlerOn(deps, chooser, send);
  const turns = new TurnLines({
    deps,
    loader,
    scheduler,
    folds: history,
    beside,
    chooser,
    recall,
    frames,
    send,
    requests,
    isDead: lease.isDead,
    usualOrder,
    learnLimits: limitsLearner(deps, send, caches.limits),
    keepTitle: titler.keepTitle,
    watch: watcher.watch,
  });
  const folding = foldingOn({ deps, loader, chooser, presets, scheduler, tellStatus });
  const checkpoints = checkpointsOn({ deps, loader, checkpointer, tellStatus });
  const profiles = {
    answererOf: (id: string) => profileAnswerer({ deps, chooser, send }, id),
    credential: async (id: string) => (await chooser.profile(id)).endpoint,
  };
  const chains = chainsOn(deps, recall, profiles, caches);
  const tenfold: Tenfold = {
    sessions,
    turns,
    chains,
    contexts: contextsOn({
      store,
      loader,
      foldState,
      sent: (session) => requests.sent.get(session)?.messages ?? null,
      warmUp: () => warmUp(chooser),
    }),
    folding,
    checkpoints,
    recovery: recoveryOn({ deps, lease, sessions, tellQueue: (session) => turns.tellQueue(session) }),
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
    usage: deps.meter,
    people: peopleIn(store, now, deps.log),
    owner: store.owner,
    ...shared,
    describe: lease.describe,
    async close() {
      await scheduler.close();
      loader.close();
      chains.close();
      await toolServers.close();
      await events.close();
      await deps.meter.close();
    },
  };
  return {
    tenfold,
    idle: () => turns.idle(),
    handOver: () => turns.handOver(),
    isBusy: () => turns.isBusy() || scheduler.isBusy() || events.isFollowed(),
    tasks: { fold: beside.run, takeOver: (session, from) => turns.takeOver(session, from), checkpoint: checkpointer.automatic },
    async settle() {
      await turns.close();
      await chains.idle();
      await watcher.idle();
      await titler.idle();
    },
  };
}

/** What came to its end by itself need not be cancelled. */
function unlessOver(error: unknown): void {
  if (!(error instanceof Conflict)) throw error;
}

async function dependenciesFor(store: Store, { lease, caches: _, ...process }: Process): Promise<Dependencies> {
  const { now, log } = process;
  // What cannot be stored now is taken as built in, so that a full disk keeps nobody out.
  await seedModels(store, now()).catch((error: unknown) => log.warn('models-not-stored', { reason: reasonOf(error) }));
  const events = await sessionEvents(store, now, log);
  return { ...process, store, events, meter: meterOn(store, now, log), lease: () => lease.token };
}
