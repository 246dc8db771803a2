import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from '../axe.ts';
import { gate } from '../chat/talk.ts';
import { inDeep } from '../in-deep.ts';
import { choose, eventually, OPENING_MS, openSettings, type SettingsApp } from './open-settings.ts';

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
}, OPENING_MS);
afterAll(() => app?.close());

describe('people', () => {
  it('are added by the operator, get a token that is shown once, and make and end tokens of their own', async () => {
    const page = await app.settings('people');
    await page.getByText('Nobody shares this server yet.').waitFor();
    await page.getByText('You started this server').waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const token = (await page.locator('code').textContent()) ?? '';
    expect(token).toMatch(/^tfp_/);
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    // Nobody can show it again, so it waits while other pages are looked at.
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.waitForURL('**/settings/data');
    await page.getByRole('link', { name: 'People a new token to copy' }).click();
    await page.getByText(token).waitFor();
    await page.getByRole('button', { name: 'I have it' }).click();
    await expect.poll(() => page.getByText(token).count()).toBe(0);
    const row = page.locator('[data-person="Ada"]');
    await row.getByText('0 tokens in 24 hours').waitFor();

    const hers = await app.pageOfStranger(`/settings/people#token=${token}`);
    await hers.getByText('You are Ada, a user of this server.').waitFor();
    expect(await hers.getByRole('button', { name: 'Add a person' }).count()).toBe(0);
    await hers.getByRole('button', { name: 'New token for you' }).click();
    await hers.getByRole('textbox', { name: 'Used for' }).fill('Laptop');
    await choose(hers, 'Allows', 'Reading only');
    // It is made while she looks at something else.
    const { open, opened } = gate();
    await hers.route('**/api/me/tokens', async (route) => {
      if (route.request().method() === 'POST') await opened;
      await route.continue();
    });
    await hers.getByRole('button', { name: 'Create token' }).click();
    await hers.getByRole('link', { name: 'Data', exact: true }).click();
    await hers.waitForURL('**/settings/data');
    open();
    await hers.getByRole('link', { name: 'People a new token to copy' }).click();
    const second = (await hers.locator('code').textContent()) ?? '';
    const opens = async () =>
      (await fetch(`${app.server.url}/api/me`, { headers: { authorization: `Bearer ${second}` } })).status;
    expect(await opens()).toBe(200);
    await hers.getByRole('button', { name: 'I have it' }).click();
    await hers.getByText('read only').waitFor();
    await hers.getByRole('button', { name: 'Revoke Laptop of you' }).click();
    await hers.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await eventually(() => hers.getByText('Laptop', { exact: true }).count()).toBe(0);
    await eventually(opens).toBe(401);
    await expect.poll(() => seriousFaults(hers)).toEqual([]);

    await choose(page, 'Role of Ada', 'Administrator');
    const listed = () => app.ask<{ people: { role: string; disabled: boolean }[] }>('GET', '/api/people');
    await eventually(async () => (await listed()).people[0]?.role).toBe('admin');
    await page.getByRole('switch', { name: 'Access for Ada' }).click();
    await eventually(async () => (await listed()).people[0]?.disabled).toBe(true);
    await row.getByText('no access').waitFor();
    await row.getByText('Tokens', { exact: true }).click();
    await row.getByRole('button', { name: 'Revoke first of Ada' }).waitFor();
  });

  inDeep('fit on a phone in the dark', async () => {
    const page = await app.page('/settings/people', { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    await page.locator('[data-person="Ada"]').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect.poll(() => seriousFaults(page)).toEqual([]);
  });
});
