import { afterAll, beforeAll, it } from 'vitest';
import { lookThrough } from './look-through.ts';
import { OPENING_MS, openSettings, type SettingsApp } from './open-settings.ts';

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
  await app.ask('POST', '/api/profiles', { name: 'Gem', provider: 'google', model: 'gemini-2.5-pro', key: 'k' });
}, OPENING_MS);
afterAll(() => app.close());

it.each([
  ['desktop, dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['phone, light', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ['phone, dark', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
] as const)('every page is accessible on a %s', (_, options) => lookThrough(app, options));
