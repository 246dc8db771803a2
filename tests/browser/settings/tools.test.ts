import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { birdsOverHttp } from '../../tools/bird-server.ts';
import { seriousFaults } from '../axe.ts';
import { openTalk, say } from '../chat/talk.ts';

let talk: Awaited<ReturnType<typeof openTalk>>;
let birds: Awaited<ReturnType<typeof birdsOverHttp>>;
beforeAll(async () => {
  talk = await openTalk();
  birds = await birdsOverHttp();
});
afterAll(async () => {
  await talk?.close();
  await birds?.close();
});

describe('own tools', () => {
  it('a server is added and switched on, its call is asked about in the chat, and its answer is in the thread', async () => {
    const page = await talk.app.page('/settings/tools');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Birds');
    await page.getByRole('textbox', { name: 'Address' }).fill(birds.url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const card = page.getByRole('listitem').filter({ hasText: birds.url });
    await card.getByText('2 tools').click();
    await card.getByText('Looks a bird up.').waitFor();
    await card.getByRole('checkbox', { name: 'In every chat' }).click();
    await expect.poll(async () => (await talk.client.get('/api/tool-servers')).servers[0]?.on.everywhere).toBe(true);
    await expect.poll(() => seriousFaults(page)).toEqual([]);

    talk.upstream.manner = {
      answer: ({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? { text: 'It has two wings.' }
          : { calls: [{ id: 'call_1', name: 'mcp__birds__look_up', input: { name: 'kestrel' } }] },
    };
    const session = await talk.session();
    const chat = await talk.app.page(`/s/${session}`);
    await say(chat, 'What is a kestrel?');
    await chat.getByText('The model wants to call look_up of Birds.').waitFor();
    await chat.getByText('"name": "kestrel"').waitFor();
    await expect.poll(() => seriousFaults(chat)).toEqual([]);
    await chat.getByRole('button', { name: 'Always allow' }).click();
    await chat.getByText('It has two wings.').waitFor();
    await expect.poll(() => chat.getByText('The model wants to call').count()).toBe(0);
    await expect.poll(async () => (await talk.client.get('/api/tool-servers')).servers[0]?.tools[0]?.approval).toBe('always');
  });

  it('a command is shown whole before it runs', async () => {
    const page = await talk.app.page('/settings/tools', { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Files');
    await page.getByRole('combobox', { name: 'Kind' }).press('Enter');
    await page.getByRole('option', { name: 'A command on this machine' }).click();
    await page.getByRole('textbox', { name: 'Command' }).fill('npx files-server "./my notes" --write');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: 'Run this command on your machine?' });
    await asked.getByText("npx files-server './my notes' --write").waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await talk.client.get('/api/tool-servers')).servers.filter(({ name }: { name: string }) => name === 'Files')).toEqual(
      [],
    );
  });
});
