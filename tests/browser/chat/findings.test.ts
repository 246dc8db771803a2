import { expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { field, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

inDeep('U9: a file brings its title and its dates: it stands under its own day, pinned, renamed or not', async () => {
  const page = await talk.app.page('/');
  const lines = [
    { role: 'user', content: 'Plan the garden for spring.', timestamp: '2024-03-05T10:00:00.000Z' },
    { role: 'assistant', content: 'Peas first.', timestamp: '2024-03-06T10:00:00.000Z' },
  ];
  const text = JSON.stringify({ id: 'g', title: 'Garden in spring', messages: lines });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'conversations.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(text),
    });
  const row = page.locator('li[data-session]').filter({ hasText: 'Garden in spring' });
  await row.waitFor();
  const day = page.locator('section[aria-label="March 6, 2024"]');
  await day.locator('li[data-session]').filter({ hasText: 'Garden in spring' }).first().waitFor();
  const [{ id }] = (await talk.client.get('/api/sessions?q=garden')).sessions;
  await talk.client.patch(`/api/sessions/${id}`, { title: 'Garden, renamed', pinned: true });
  await talk.client.patch(`/api/sessions/${id}`, { pinned: false });
  await page.reload();
  await day.locator('li[data-session]').filter({ hasText: 'Garden, renamed' }).first().waitFor();
  await page.goto(`${talk.app.server.url}/s/${id}`);
  const [first, last] = (await talk.client.get(`/api/sessions/${id}/entries`)).entries;
  expect([first.createdAt, last.createdAt]).toEqual(lines.map(({ timestamp }) => Date.parse(timestamp)));
  await page.getByText('Peas first.').waitFor();
});

it('D7: a chat is remembered with how it began and where it stands, condensed or not', async () => {
  const other = await talk.session();
  await talk.client.patch(`/api/sessions/${other}`, { title: 'Harbor cranes' });
  await talk.client.post(`/api/sessions/${other}/entries`, {
    messages: [
      { role: 'user', text: 'Plan the harbor cranes of Bergen.' },
      { role: 'assistant', text: 'Noted.' },
      { role: 'user', text: 'The last crane goes to quay seven.' },
      { role: 'assistant', text: 'Quay seven it is.' },
    ],
  });
  const page = await talk.app.page(`/s/${await talk.session()}`);
  await field(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search commands and sessions' }).fill('memory');
  await page.getByRole('option', { name: 'Add what another chat knows' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add what another chat knows' });
  await dialog.getByRole('searchbox').fill('cranes');
  const memory = dialog.getByRole('article').filter({ hasText: 'Harbor cranes' });
  await expect.poll(() => memory.innerText()).toMatch(/harbor cranes of Bergen[\s\S]*quay seven/i);
  await memory.getByRole('button', { name: 'Bring in' }).click();
  await page.getByRole('article').filter({ hasText: 'quay seven' }).first().waitFor();
});

inDeep('D14: a chat is called by what it is about, not by its whole first message, and the title is kept', async () => {
  const session = await talk.session();
  await talk.client.patch(`/api/sessions/${session}`, { title: '' });
  const page = await talk.app.page(`/s/${session}`);
  await say(page, `Hello! How do I read a file in lines?\n\n\`\`\`\n${'raw material\n'.repeat(30)}\`\`\``);
  await page.getByText('Understood.').waitFor();
  await page
    .getByRole('heading', { level: 1 })
    .getByRole('button', { name: 'How do I read a file in lines?', exact: true })
    .waitFor();
});
