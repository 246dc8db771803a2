import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFaults } from '../axe.ts';
import { field, openTalk } from './talk.ts';

let talk: Awaited<ReturnType<typeof openTalk>>;
beforeAll(async () => {
  talk = await openTalk();
});
afterAll(() => talk?.close());

it('U6: the chats stand beside the one that is open: found, opened, renamed, closed; Settings keep its tabs', async () => {
  const [first, second] = [await talk.session(), await talk.session()];
  await talk.client.patch(`/api/sessions/${first}`, { title: 'About walruses' });
  await talk.client.patch(`/api/sessions/${second}`, { title: 'About seals' });
  const page = await talk.app.page(`/s/${first}`, { viewport: { width: 1440, height: 900 } });
  const list = page.getByRole('complementary', { name: 'Chats' });
  await list.getByRole('link', { name: 'About walruses' }).waitFor();
  await expect.poll(() => list.getByRole('link', { name: 'About walruses' }).getAttribute('aria-current')).toBe('page');
  await list.getByRole('searchbox').fill('seals');
  await list.getByRole('link', { name: 'About walruses' }).waitFor({ state: 'detached' });
  await list.getByRole('link', { name: 'About seals' }).click();
  await page.waitForURL(`**/s/${second}`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await list.getByRole('button', { name: 'Actions for About seals' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.keyboard.type('About sea lions');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await talk.client.get(`/api/sessions/${second}`)).title).toBe('About sea lions');
  await list.getByRole('button', { name: 'Hide the list of chats' }).click();
  await page.reload();
  await field(page).waitFor();
  await expect.poll(() => list.getByRole('link').count()).toBe(0);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Chat', exact: true }).click();
  await page.waitForURL(`**/s/${second}`);
});
