import type { Route } from '../route.ts';
import { branchRoutes } from './branches.ts';
import { checkpointRoutes } from './checkpoints.ts';
import { commandRoutes } from './commands.ts';
import { condensationRoutes } from './condensations.ts';
import { contextRoutes } from './contexts.ts';
import { entryRoutes } from './entries.ts';
import { eventRoutes } from './events.ts';
import { exchangeRoutes } from './exchange.ts';
import { foldRoutes } from './folds.ts';
import { labRoutes } from './lab.ts';
import { memoryRoutes } from './memories.ts';
import { messageRoutes } from './messages.ts';
import { metricsSummaryRoutes } from './metrics-summary.ts';
import { modelRoutes } from './models.ts';
import { peopleRoutes } from './people.ts';
import { presetRoutes } from './presets.ts';
import { profileRoutes } from './profiles.ts';
import { projectRoutes } from './projects.ts';
import { recoveryRoutes } from './recovery.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { settledRoutes } from './settled.ts';
import { startupRoutes } from './startup.ts';
import { strategyRoutes } from './strategies.ts';
import { toolServerRoutes } from './tool-servers.ts';
import { trafficRoutes } from './traffic.ts';

/** Every route of the API, in the order of its description. */
export const apiRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...entryRoutes,
  ...messageRoutes,
  ...contextRoutes,
  ...condensationRoutes,
  ...foldRoutes,
  ...checkpointRoutes,
  ...branchRoutes,
  ...commandRoutes,
  ...eventRoutes,
  ...searchRoutes,
  ...memoryRoutes,
  ...labRoutes,
  ...exchangeRoutes,
  ...recoveryRoutes,
  ...settingsRoutes,
  ...startupRoutes,
  ...modelRoutes,
  ...profileRoutes,
  ...presetRoutes,
  ...strategyRoutes,
  ...projectRoutes,
  ...metricsSummaryRoutes,
  ...trafficRoutes,
  ...peopleRoutes,
  ...settledRoutes,
  ...toolServerRoutes,
];
