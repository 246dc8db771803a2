import * as z from 'zod';
import { count, flagInQuery, json, jsonObject, list, named, time } from '../json.ts';
import { route } from '../route.ts';

const tag = 'settings';

const effectiveSchema = z.object({
  values: list(
    named(
      'EffectiveValue',
      z.object({
        key: z.string(),
        value: json,
        from: z.enum(['session', 'profile', 'model', 'project', 'global', 'default']),
        title: z.string(),
        description: z.string(),
      }),
    ),
  ),
  warnings: list(z.string()),
});

const settingsSchema = z.object({
  settings: z.record(z.string(), z.object({ value: json, version: count, updatedAt: time })).readonly(),
  ...effectiveSchema.shape,
});

const diffSchema = named(
  'SettingsDiff',
  z.object({
    added: list(z.string()),
    changed: list(z.object({ what: z.string(), from: json, to: json })),
    unchanged: count,
  }),
);

/** Settings for everyone, those in force for a session, and all of them as one file. */
export const settingsRoutes = [
  route({
    method: 'get',
    path: '/api/settings',
    tag,
    summary: 'What is set for everyone, and every setting with its value in force',
    answer: settingsSchema,
    handle: async ({ tenfold }) => ({ settings: await tenfold.settings.global(), ...(await tenfold.settings.effective()) }),
  }),
  route({
    method: 'put',
    path: '/api/settings',
    tag,
    summary: 'Set these for everyone; null goes back to the default, what is not named stays',
    body: jsonObject,
    answer: settingsSchema,
    async handle({ tenfold, body }) {
      const settings = await tenfold.settings.change(body);
      return { settings, ...(await tenfold.settings.effective()) };
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/config',
    tag,
    summary: 'Every setting in force for a session, and where it comes from',
    answer: effectiveSchema,
    handle: ({ tenfold, params }) => tenfold.settings.effective(params.session),
  }),
  route({
    method: 'get',
    path: '/api/settings/export',
    tag,
    summary: 'Settings, models, profiles without keys, presets and strategy configs as one file',
    answer: jsonObject,
    handle: ({ tenfold }) => tenfold.settings.exportFile(),
  }),
  route({
    method: 'post',
    path: '/api/settings/import',
    tag,
    summary: 'Take a settings file over, or (dryRun=1) say what it would change',
    query: z.object({ dryRun: flagInQuery.optional() }),
    body: json,
    answer: diffSchema,
    handle: ({ tenfold, query, body }) => tenfold.settings.importFile(body, { dryRun: query.dryRun ?? false }),
  }),
];
