import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, flagInQuery, json, jsonObject, list, namedObject, time } from './json.ts';

const { get, post, put } = endpoints('settings');

/** Where a value comes from. */
export const Origin = z.enum(['session', 'profile', 'model', 'project', 'global', 'default']);
export type Origin = z.infer<typeof Origin>;

/** A setting in force and where it comes from. */
export const EffectiveValue = namedObject('EffectiveValue', {
  key: z.string(),
  value: json,
  from: Origin,
  title: z.string(),
  description: z.string(),
});
export type EffectiveValue = z.infer<typeof EffectiveValue>;

/** Settings in force. */
export const Effective = z.object({
  values: list(EffectiveValue),
  warnings: list(z.string()),
});
export type Effective = z.infer<typeof Effective>;

/** Settings for everyone, and what is in force. */
export const GlobalSettings = z.object({
  settings: z.record(z.string(), z.object({ value: json, version: count, updatedAt: time })).readonly(),
  ...Effective.shape,
});
export type GlobalSettings = z.infer<typeof GlobalSettings>;

/** What a settings file would change. */
export const SettingsDiff = namedObject('SettingsDiff', {
  added: list(z.string()),
  changed: list(z.object({ what: z.string(), from: json, to: json })),
  unchanged: count,
  notes: list(z.string()).exactOptional(),
});
export type SettingsDiff = z.infer<typeof SettingsDiff>;

/** Settings for everyone, those in force for a session, and all of them as one file. */
export const settings = {
  get: get('/api/settings', 'What is set for everyone, and every setting with its value in force', GlobalSettings),
  change: put('/api/settings', 'Set these for everyone; null goes back to the default, what is not named stays', GlobalSettings, {
    body: jsonObject,
  }),
  effective: get('/api/sessions/:session/config', 'Every setting in force for a session, and where it comes from', Effective),
  exportFile: get(
    '/api/settings/export',
    'Settings, models, profiles without keys, presets and strategy configs as one file',
    jsonObject,
  ),
  importFile: post('/api/settings/import', 'Take a settings file over, or (dryRun=1) say what it would change', SettingsDiff, {
    query: z.object({ dryRun: flagInQuery.exactOptional() }),
    body: json,
  }),
};
