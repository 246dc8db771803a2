import { afterAll, beforeAll, expect, it } from 'vitest';
import { Upstream } from '../upstream/upstream.ts';
import { type App, openApp } from './app.ts';
import { seriousFaults } from './axe.ts';

let app: App;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await Upstream.open({ answer: () => ({ text: 'A real answer.' }) });
  app = await openApp({}, { OPENAI_API_KEY: 'sk-of-a-test-that-opens-nothing', OPENAI_BASE_URL: upstream.url() });
});
afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

it('U4: a key that is refused is said so, and nothing is stored', async () => {
  const page = await app.page('/connect');
  const form = page.getByRole('form', { name: 'With a key' });
  await form.getByRole('textbox', { name: 'Address' }).fill(upstream.url());
  await form.getByLabel('Key', { exact: true }).fill('sk-wrong');
  await form.getByLabel('Key', { exact: true }).blur();
  await form.getByRole('combobox', { name: 'Model' }).waitFor();
  upstream.faults.push({ status: 401 });
  await form.getByRole('button', { name: 'Test and connect' }).click();
  await form.getByText(/refused the key/).waitFor();
  expect((await app.server.client.get('/api/profiles')).profiles).toEqual([]);
  expect((await app.server.client.get('/api/settings')).settings.profile).toBeUndefined();
});

it('U4: while only the offline model is there, the menu of models leads to another', async () => {
  const { id } = await app.server.client.post('/api/sessions', { title: 'No model yet' });
  const page = await app.page(`/s/${id}`);
  await page.getByRole('combobox', { name: 'Model' }).filter({ hasText: 'Offline model' }).click();
  await page.getByRole('option', { name: 'Connect a model…' }).click();
  await page.waitForURL('**/connect');
});

it('U4: from the first page to the first answer of a real model in two clicks, with a key in the environment', async () => {
  const page = await app.page('/');
  await page.getByRole('link', { name: 'Connect a model' }).click();
  const found = page.locator('form').filter({ hasText: 'Key found in OPENAI_API_KEY' });
  await found.getByText('gpt-4o', { exact: true }).first().waitFor();
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await found.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL('**/s/*');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('Hello?');
  await page.keyboard.press('Enter');
  await page.getByText('A real answer.').waitFor();
  const { profiles } = await app.server.client.get('/api/profiles');
  const { settings } = await app.server.client.get('/api/settings');
  expect(settings.profile.value).toBe(profiles[0].id);
});

it('U15: /settings opens on the profiles', async () => {
  const page = await app.page('/settings');
  await page.waitForURL('**/settings/profiles');
});
