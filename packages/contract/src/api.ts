import { branches } from './branches.ts';
import { checkpoints } from './checkpoints.ts';
import { commands } from './commands.ts';
import { condensations } from './condensations.ts';
import { contexts } from './contexts.ts';
import { entries } from './entries.ts';
import { events } from './events.ts';
import { exchange } from './exchange.ts';
import { folds } from './folds.ts';
import { lab } from './lab.ts';
import { memories } from './memories.ts';
import { metrics } from './metrics.ts';
import { models } from './models.ts';
import { people } from './people.ts';
import { presets } from './presets.ts';
import { profiles } from './profiles.ts';
import { projects } from './projects.ts';
import { recovery } from './recovery.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { settled } from './settled.ts';
import { startup } from './startup.ts';
import { strategies } from './strategies.ts';
import { toolServers } from './tool-servers.ts';
import { traffic } from './traffic.ts';
import { turns } from './turns.ts';

/** Everything the API does, in the order of its description. */
export const api = {
  sessions,
  entries,
  turns,
  contexts,
  condensations,
  folds,
  checkpoints,
  branches,
  commands,
  events,
  search,
  memories,
  lab,
  exchange,
  recovery,
  settings,
  startup,
  models,
  profiles,
  presets,
  strategies,
  projects,
  metrics,
  traffic,
  people,
  settled,
  toolServers,
};
