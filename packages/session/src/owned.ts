import { Conflict, type SessionId, type Store } from '@tenfold/store';
import { createAppFolds } from './app-folds.ts';
import { createChains } from './chains/chains.ts';
import { createCheckpointer } from './checkpoints/checkpointer.ts';
import { createCheckpoints } from './checkpoints/checkpoints.ts';
import { createWatcher } from './checkpoints/watcher.ts';
import { createCommands } from './commands.ts';
import { createContexts } from './conversation/contexts.ts';
import { Frames } from './conversation/frames.ts';
import { sessionLoader } from './conversation/load-session.ts';
import { contextStatus, usedTokens } from './conversation/status.ts';
import { warmUp } from './conversation/warm-up.ts';
import type { Dependencies } from './dependencies.ts';
import { createExchange } from './exchange/exchange.ts';
import { createBackgroundFolds, type UsualOrder } from './folding/background-folds.ts';
import { FoldScheduler } from './folding/fold-scheduler.ts';
import { FoldHistory } from './folding/fold-trigger.ts';
import { foldWork } from './folding/fold-work.ts';
import { createFolding } from './folding/folding.ts';
import { recipeFor } from './folding/recipe.ts';
import { createLab } from './lab.ts';
import { reasonOf } from './log.ts';
import { createMemories } from './memories.ts';
import { createMeter } from './meter.ts';
import { createMetrics } from './metrics.ts';
import type { Process } from './open-process.ts';
import { peopleIn } from './people.ts';
import { createProjects } from './projects.ts';
import { createRecall } from './recall.ts';
import { createRecovery } from './recovery/recovery.ts';
import { sessionEvents } from './session-events.ts';
import { createSessions, notKept } from './sessions.ts';
import { bindKeys } from './settings/bind-keys.ts';
import { createChooser } from './settings/choices.ts';
import { limitsLearner } from './settings/detect-limits.ts';
import { seedModels } from './settings/model-limits.ts';
import { createModels } from './settings/models.ts';
import { createPresets } from './settings/presets.ts';
import type { Keys } from './settings/profile-access.ts';
import { createProfiles } from './settings/profiles.ts';
import { createSettings } from './settings/settings.ts';
import type { OwnTasks } from './task-work.ts';
import type { Tenfold, TenfoldOptions } from './tenfold.ts';
import { createTitler } from './titler.ts';
import { createToolServers } from './tools/tool-servers.ts';
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
  const chooser = createChooser(store, keys, now, deps.strategies, caches.choices);
  const toolServers = await createToolServers({
    ...deps,
    isDead: lease.isDead,
    secrets,
    send: toolFetch,
    operator: options.toolServers ?? [],
    mayRunCommands: options.mayRunCommands ?? false,
  });
  const frames = new Frames(tools, toolServers);
  const history = new FoldHistory(deps, lease.isDead, caches.folds);
  const loader = sessionLoader({ store, chooser, frames, folds: history, toolServers, seen: caches.loaded });
  const presets = createPresets(deps);
  const checkpointer = createCheckpointer(deps, loader);
  const writesFiles = (name: string) => tools.some((tool) => tool.name === name && tool.writesFiles === true);
  const watcher = createWatcher(store, checkpointer, writesFiles, caches.watches);
  const { requests } = caches;
  const work = foldWork({
    ...deps,
    loader,
    chooser,
    checkpointer,
    send,
    sentUpTo: (session) => requests.sent.get(session)?.upTo ?? null,
  });
  const scheduler: FoldScheduler = new FoldScheduler(deps, work, history, lease.isDead, (session) => publishStatus(session));
  const foldState = (session: SessionId) => history.state(session);
  const publishStatus = async (session: SessionId) => {
    const loaded = await loader.load(session);
    const status = contextStatus(loaded, foldState(session));
    const { branch, opened } = loaded;
    const counted = { session, branch, version: opened.version, used: usedTokens(loaded) };
    if (loaded.used === null) await store.heads.count([counted]).catch(notKept(deps.log));
    await events.publish(session, 'status', status);
  };
  const recall = createRecall(store, loader);
  const settle = async (session: SessionId) => {
    const under = await folding.running(session);
    const stopTurns = async () => {
      while (await turns.stop(session));
    };
    await Promise.all([under === null ? null : scheduler.cancel(under.id).catch(unlessOver), stopTurns()]);
    await scheduler.running(session);
  };
  const sessions = createSessions({ ...deps, loader, chooser, frames, foldState, publishStatus, settle, watch: watcher.watch });
  const usualOrder: UsualOrder = async (choices) => ({
    recipe: await recipeFor({}, choices, { chooser, presets }),
    fast: choices.value('fast'),
    request: {},
  });
  const backgroundFolds = createBackgroundFolds({ ...deps, loader, scheduler, usualOrder });
  const titler = createTitler(deps, chooser, send);
  const turns = new TurnLines({
    ...deps,
    loader,
    scheduler,
    folds: history,
    backgroundFolds,
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
  const folding = createFolding({ ...deps, loader, chooser, presets, scheduler, publishStatus });
  const checkpoints = createCheckpoints({ ...deps, loader, checkpointer, publishStatus });
  const chains = createChains({ ...deps, chooser, recall, send, caches });
  const tenfold: Tenfold = {
    sessions,
    turns,
    chains,
    contexts: createContexts({
      store,
      loader,
      foldState,
      sent: (session) => requests.sent.get(session)?.messages ?? null,
      warmUp: () => warmUp(chooser),
    }),
    folding,
    checkpoints,
    recovery: createRecovery({ ...deps, lease, sessions, publishQueue: (session) => turns.publishQueue(session) }),
    recall,
    memories: createMemories(store, loader, sessions),
    lab: createLab({ ...deps, loader, chooser, presets, send }),
    commands: createCommands({ folding, checkpoints }),
    settings: createSettings(deps, chooser, keys),
    models: createModels(deps, { keys, send }),
    profiles: createProfiles(deps, { keys, send }),
    presets,
    projects: createProjects(deps, settle),
    exchange: createExchange(deps, loader, async (session) => (await chooser.forAll())(session, null)),
    appFolds: createAppFolds(deps),
    toolServers,
    metrics: createMetrics(deps),
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
    tasks: {
      fold: backgroundFolds.run,
      takeOver: (session, from) => turns.takeOver(session, from),
      checkpoint: checkpointer.automatic,
    },
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
  return { ...process, store, events, meter: createMeter(store, now, log), lease: lease.token };
}
