import type { Route } from '../route.ts';
import { contextRoutes } from './contexts.ts';
import { commandRoutes, condensationRoutes, foldRoutes, labRoutes, settledRoutes } from './folding.ts';
import { messageRoutes } from './messages.ts';
import { peopleRoutes } from './people.ts';
import {
  branchRoutes,
  checkpointRoutes,
  entryRoutes,
  eventRoutes,
  exchangeRoutes,
  memoryRoutes,
  recoveryRoutes,
  searchRoutes,
  sessionRoutes,
} from './sessions.ts';
import {
  metricsSummaryRoutes,
  modelRoutes,
  presetRoutes,
  profileRoutes,
  projectRoutes,
  settingsRoutes,
  startupRoutes,
  strategyRoutes,
  toolServerRoutes,
} from './settings.ts';
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
