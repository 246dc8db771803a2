import { api, isForEverybody } from '@tenfold/contract';
import type { JsonObject } from '@tenfold/core';
import { onlyAdmins } from '../guard/door.ts';
import { routes } from '../route.ts';

/** Settings for everyone, those in force for a session, and all of them as one file. */
export const settingsRoutes = routes(api.settings, {
  get: async ({ tenfold }) => ({ settings: await tenfold.settings.global(), ...(await tenfold.settings.effective()) }),
  async change({ tenfold, caller, body }) {
    if (Object.keys(body).some(isForEverybody)) onlyAdmins(caller);
    const settings = await tenfold.settings.change(body);
    return { settings, ...(await tenfold.settings.effective()) };
  },
  effective: ({ tenfold, params }) => tenfold.settings.effective(params.session),
  exportFile: ({ tenfold }) => tenfold.settings.exportFile(),
  importFile: ({ tenfold, caller, query, body }) =>
    tenfold.settings.importFile(body, { dryRun: query.dryRun ?? false, forAll: caller.role === 'admin' }),
});

/** How the server was started. */
export const startupRoutes = routes(api.startup, {
  get: async ({ startup }) => ({ values: startup }),
});

/** Limits of models. An id is `provider:model`. */
export const modelRoutes = routes(api.models, {
  list: async ({ tenfold }) => ({ models: await tenfold.models.list() }),
  add: ({ tenfold, body: { id: name, ...limits } }) => tenfold.models.add(name, limits),
  update: ({ tenfold, params, body }) => tenfold.models.update(params.model, body),
  reset: ({ tenfold, params }) => tenfold.models.reset(params.model),
});

/** Configured models. Keys go in and never come out. */
export const profileRoutes = routes(api.profiles, {
  list: async ({ tenfold }) => ({ profiles: await tenfold.profiles.list() }),
  connectable: async ({ tenfold }) => ({ connectable: await tenfold.profiles.connectable() }),
  models: ({ tenfold, body }) => tenfold.profiles.models(body),
  async add({ tenfold, caller, body }) {
    if (body.shared === true) onlyAdmins(caller);
    return tenfold.profiles.add(body);
  },
  async update({ tenfold, caller, params, body }) {
    const { shared } = await tenfold.profiles.get(params.profile);
    if (shared || body.shared === true) onlyAdmins(caller);
    return tenfold.profiles.update(params.profile, body);
  },
  async remove({ tenfold, caller, params }) {
    if ((await tenfold.profiles.get(params.profile)).shared) onlyAdmins(caller);
    await tenfold.profiles.remove(params.profile);
    return { removed: true };
  },
  test: ({ tenfold, params }) => tenfold.profiles.test(params.profile),
});

/** Saved ways to condense. */
export const presetRoutes = routes(api.presets, {
  list: async ({ tenfold }) => ({ presets: await tenfold.presets.list() }),
  add: ({ tenfold, body }) => tenfold.presets.add(body),
  importFile: ({ tenfold, body }) => tenfold.presets.importFile(body),
  update: ({ tenfold, params, body }) => tenfold.presets.update(params.preset, body),
  async remove({ tenfold, params }) {
    await tenfold.presets.remove(params.preset);
    return { removed: true };
  },
  exportFile: ({ tenfold, params }) => tenfold.presets.exportFile(params.preset),
});

/** Ways to condense, and the config each one has been given. */
export const strategyRoutes = routes(api.strategies, {
  list: async ({ tenfold }) => ({
    strategies: tenfold.strategies.map(({ config, id, name, description, version, capabilities }) => ({
      id,
      name,
      description,
      version,
      capabilities,
      schema: config.json,
      defaults: config.defaults as JsonObject,
    })),
  }),
  config: async ({ tenfold, params }) => ({
    config: (await tenfold.settings.strategyConfig(params.strategy)) as JsonObject,
  }),
  changeConfig: async ({ tenfold, params, body }) => ({
    config: (await tenfold.settings.changeStrategyConfig(params.strategy, body.config)) as JsonObject,
  }),
});

/** Projects; their chats live and die with them. */
export const projectRoutes = routes(api.projects, {
  list: async ({ tenfold }) => ({ projects: await tenfold.projects.list() }),
  create: ({ tenfold, body }) => tenfold.projects.create(body),
  update: ({ tenfold, params, body }) => tenfold.projects.update(params.project, body),
  remove: ({ tenfold, params }) => tenfold.projects.remove(params.project),
});

/** Servers of tools, and calls of their tools that wait to be allowed. */
export const toolServerRoutes = routes(api.toolServers, {
  list: async ({ tenfold }) => ({
    servers: await tenfold.toolServers.list(),
    mayRunCommands: tenfold.toolServers.mayRunCommands,
  }),
  add: ({ tenfold, body }) => tenfold.toolServers.add(body),
  update: ({ tenfold, params, body }) => tenfold.toolServers.update(params.server, body),
  refresh: ({ tenfold, params }) => tenfold.toolServers.refresh(params.server),
  async remove({ tenfold, params }) {
    await tenfold.toolServers.remove(params.server);
    return { removed: true };
  },
  async waiting({ tenfold, params }) {
    await tenfold.sessions.get(params.session);
    return { calls: await tenfold.toolServers.waiting(params.session) };
  },
  async decide({ tenfold, params, body }) {
    await tenfold.sessions.get(params.session);
    return { calls: await tenfold.toolServers.decide(params.session, params.call, body) };
  },
});

/** What folding came to lately, for a dashboard. */
export const metricsSummaryRoutes = routes(api.metrics, {
  summary: ({ tenfold, caller, query }) => tenfold.metrics.summary(query.days, { ofAll: caller.role === 'admin' }),
});
