import { afterAll, beforeAll, expect, it } from 'vitest';
import { faults } from '../axe.ts';
import { inDeep } from '../in-deep.ts';
import { lookThrough } from './look-through.ts';
import { OPENING_MS, openSettings, type SettingsApp } from './open-settings.ts';

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
  await app.ask('POST', '/api/profiles', { name: 'Gem', provider: 'google', model: 'gemini-2.5-pro', key: 'k' });
}, OPENING_MS);
afterAll(() => app.close());

it('every page is accessible', () => lookThrough(app, { colorScheme: 'light', viewport: { width: 1280, height: 900 } }));

inDeep('dialogs for models and profiles are accessible', async () => {
  const page = await app.page('/settings/models');
  const found = async () => (await faults(page, '[role="dialog"]')).map(({ id }) => id);
  await page.getByRole('button', { name: 'Add model' }).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => found()).toEqual([]);
  await page.goto(`${app.server.url}/settings/profiles`);
  await page.getByRole('button', { name: 'Edit Gem' }).click();
  for (const part of ['Prices', 'Window and thresholds'])
    await page.getByRole('dialog').getByRole('button', { name: part }).click();
  await expect.poll(() => found()).toEqual([]);
});
