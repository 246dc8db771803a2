import { expect, it } from 'vitest';
import { seriousFaults } from '../axe.ts';
import { inDeep } from '../in-deep.ts';
import { field, gate, talkOfFile } from './talk.ts';

const talk = talkOfFile();

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
  await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
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

inDeep(
  'U6: a pinned chat stays on top; where the screen is narrower the list waits to be opened; a project has its own',
  async () => {
    const [old, newer] = [await talk.session(), await talk.session()];
    await talk.client.patch(`/api/sessions/${old}`, { title: 'An old one' });
    await talk.client.patch(`/api/sessions/${newer}`, { title: 'A newer one' });
    const project = await talk.client.post('/api/projects', { name: 'Tower' });
    const page = await talk.app.page(`/s/${newer}`, { viewport: { width: 1100, height: 800 } });
    const list = page.getByRole('complementary', { name: 'Chats' });
    await list.getByRole('button', { name: 'Show the list of chats' }).click();
    await list.getByRole('button', { name: 'Actions for An old one' }).click();
    await page.getByRole('menuitem', { name: /^Pin/ }).click();
    const pinned = list.getByRole('region', { name: 'Pinned' });
    await pinned.getByRole('link', { name: 'An old one' }).waitFor();
    await expect.poll(() => list.getByRole('link', { name: 'An old one' }).count()).toBe(1);
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await page.reload();
    await list.getByRole('link', { name: 'A newer one' }).waitFor();
    // A chat without messages takes the caret once it is fetched.
    await page.waitForFunction(() => document.activeElement?.matches('textarea'));
    await pinned.getByRole('link', { name: 'An old one' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.matches('nav [data-row]'));
    await pinned.getByRole('link', { name: 'An old one' }).hover();
    await pinned.getByRole('button', { name: 'Actions for An old one' }).click();
    await page.getByRole('menuitem', { name: 'Move to project' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Tower' }).click();
    await expect.poll(async () => (await talk.client.get(`/api/sessions/${old}`)).projectId).toBe(project.id);
    // By key: a mouse button that a busy machine lets go late closes it again.
    await list.getByRole('combobox', { name: 'Project' }).press('Enter');
    await page.getByRole('option', { name: 'Tower' }).click();
    await list.getByRole('link', { name: 'A newer one' }).waitFor({ state: 'detached' });
    await pinned.getByRole('button', { name: 'Actions for An old one' }).click();
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await pinned.waitFor({ state: 'detached' });
  },
);

inDeep('an empty chat takes the caret when it is there, but not from somebody who has gone elsewhere meanwhile', async () => {
  const [from, to] = [await talk.session(), await talk.session()];
  await talk.client.patch(`/api/sessions/${to}`, { title: 'Slow to open' });
  const page = await talk.app.page(`/s/${from}`, { viewport: { width: 1440, height: 900 } });
  await page.waitForFunction(() => document.activeElement?.matches('textarea'));
  const { open, opened } = gate();
  await page.route(`**/api/sessions/${to}/entries*`, async (route) => {
    await opened;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Slow to open' }).click();
  await page.waitForURL(`**/s/${to}`);
  const search = page.getByRole('complementary', { name: 'Chats' }).getByRole('searchbox');
  await search.click();
  await page.keyboard.type('sl');
  open();
  await page.getByText('Say something').waitFor();
  await page.keyboard.type('ow');
  expect(await search.inputValue()).toBe('slow');
});

inDeep('U6: a chat gets its title from the model where that is wished for, before the reader’s eyes', async () => {
  await talk.client.put('/api/settings', { titles: 'model' });
  talk.upstream.manner = {
    answer: ({ messages }) => ({
      text: JSON.stringify(messages).includes('Name the conversation') ? 'Walruses at Rest' : 'They rest on ice.',
    }),
  };
  const id = await talk.session();
  await talk.client.patch(`/api/sessions/${id}`, { title: '' });
  const page = await talk.app.page(`/s/${id}`);
  await field(page).fill('Where do walruses rest?');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Walruses at Rest' }).waitFor();
});
