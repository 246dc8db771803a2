import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Connection } from '../../../packages/store/src/sqlite/connection.ts';
import { sampleOf } from '../folded.ts';
import { condensed, field, goToFold, hears, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const SUMMARY = { text: '## Context\nParts were looked at.\n\n## Decisions and Outcomes\n- Every part stays.' };
const words = (count: number) => ' word'.repeat(count);

it('U3: what was undone stays so until it has grown by half; then it is condensed again and says so; Redo puts it back', async () => {
  talk.upstream.manner = { answer: ({ messages }) => (messages.length > 1 ? { text: 'Understood.' } : SUMMARY) };
  // Condensed early, so that half as much again is still below full.
  const session = await talk.session(0.45, { soft: 50, expectedTurns: 1_000 });
  const page = await talk.app.page(`/s/${session}`);
  await field(page).waitFor();
  await say(page, '/compact');
  await goToFold(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('region', { name: /^Condensing undone/ }).waitFor();
  const runs = async () => (await talk.client.get(`/api/sessions/${session}/condensations`)).runs;
  // Long after it, over the mark again, and left alone.
  talk.pass(60_000);
  await say(page, `Go on.${words(900)}`);
  await page.getByText('Understood.').waitFor();
  const { needsFold } = await talk.client.get(`/api/sessions/${session}/status`);
  expect([needsFold, (await runs()).length]).toEqual(['soft', 1]);
  await page.locator('[data-fold=undone]').last().getByRole('button', { name: 'Redo' }).click();
  await expect.poll(async () => (await runs())[0].active).toBe(true);
  await page.locator('[data-fold=done]').last().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await runs())[0].outcome).toBe('undone');
  talk.pass(60_000);
  await say(page, `And on.${words(2_100)}`);
  await expect.poll(async () => (await runs()).length).toBe(2);
  await page.getByText('Condensed again although you had undone it: the context has grown by half since.').first().waitFor();
  await goToFold(page);
  await page
    .locator('[data-fold=done]')
    .last()
    .getByText(/^Condensed again although you had undone it/)
    .waitFor();
});

it('U8: where nobody is paid, the preview is the result; half of what it is means half', async () => {
  const session = await sampleOf(talk.app);
  const page = await talk.app.page(`/s/${session}/lab`);
  const { used } = await talk.client.get(`/api/sessions/${session}/status`);
  const half = Math.floor(used / 2).toLocaleString('en-US');
  await page.getByRole('combobox', { name: 'Target' }).getByText(`Half of what it is (${half})`).waitFor();
  await page.goto(`${talk.app.server.url}/s/${session}`);
  await page.getByRole('button', { name: 'Summarize Conversation History' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByText('tried just now; running it gives this').waitFor();
  const promised = await preview.locator('dt', { hasText: 'Tokens after' }).locator('+ dd').innerText();
  await preview.getByRole('button', { name: 'Run' }).click();
  await goToFold(page);
  const divider = page.locator('[data-fold=done]').last();
  await divider
    .getByText(new RegExp(`→ ${promised} tokens`))
    .first()
    .waitFor();
  expect((await talk.client.get(`/api/sessions/${session}/condensations`)).runs[0].after).toBe(
    Number(promised.replaceAll(',', '')),
  );
});

it('U13: a model of an OpenAI-compatible server can look up what its summary names', async () => {
  const { id: profileId } = await talk.client.post('/api/profiles', {
    name: 'Local',
    provider: 'openai-compatible',
    model: 'qwen',
    baseUrl: talk.upstream.url(),
    contextWindow: 10_000,
    maxOutputTokens: 500,
  });
  const session = await talk.session(0.6);
  await talk.client.patch(`/api/sessions/${session}`, { profileId });
  const [{ text }] = (await talk.client.get(`/api/sessions/${session}/entries`)).entries[2].parts;
  const page = await talk.app.page(`/s/${session}`);
  talk.upstream.manner = { answer: () => SUMMARY };
  await say(page, '/compact');
  await condensed(page);
  let found = '';
  talk.upstream.manner = {
    answer: ({ messages, body }) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') found = JSON.stringify(last.parts);
      const offered = JSON.stringify(body.tools ?? []).includes('"recall"');
      if (found !== '' || !offered) return { text: found === '' ? 'I cannot look.' : 'Found it.' };
      return { calls: [{ id: 'call_1', name: 'recall', input: { query: text.slice(0, 40) } }] };
    },
  };
  await say(page, 'What was step one?');
  await page.getByText('Found it.').waitFor();
  expect(found).toContain(text.slice(0, 40));
});

it('D6: what people call progress has its checkpoint: a long answer of code, an error that is gone', async () => {
  const session = await talk.session();
  const page = await talk.app.page(`/s/${session}`);
  const code = Array.from({ length: 180 }, (_, line) => `export const part${line} = ${line};`).join('\n');
  talk.upstream.manner = { answer: () => ({ text: `Here it is:\n\n\`\`\`ts\n${code}\n\`\`\`` }) };
  await say(page, 'Write the parts.');
  await page.getByText('Here it is:').waitFor();
  talk.upstream.manner = { answer: () => ({ text: 'Glad to hear it.' }) };
  await say(page, 'The error no longer occurs.');
  await page.getByText('Glad to hear it.').waitFor();
  await page.goto(`${talk.app.server.url}/s/${session}/timeline`);
  const tagged = (tag: string) => page.locator('[data-moment]').getByText(tag, { exact: true }).first();
  await tagged('Code written').waitFor();
  await tagged('Error resolved').waitFor();
});

it('D9: of two who rename a chat the last one wins, and the other is told', async () => {
  const session = await talk.session();
  const [phone, desk] = await Promise.all([talk.app.page(`/s/${session}`), talk.app.page(`/s/${session}`)]);
  await hears(talk.client, phone, session);
  // This one no longer hears what happens.
  await desk.route('**/events*', (route) => route.abort());
  await desk.reload();
  await field(desk).waitFor();
  const { version } = await talk.client.get(`/api/sessions/${session}`);
  await talk.client.patch(`/api/sessions/${session}`, { title: 'From the phone', expect: version });
  await phone.getByRole('button', { name: 'From the phone', exact: true }).waitFor();
  await desk.getByRole('heading', { level: 1 }).getByRole('button').click();
  await desk.keyboard.type('From the desk');
  await desk.keyboard.press('Enter');
  await phone.getByText(/its title is “From the desk”, no longer “From the phone”\. The last change stands\./).waitFor();
  await phone.getByRole('button', { name: 'From the desk', exact: true }).waitFor();
});

it('D8: progress is saved once the store is free again, however long another program held it', async () => {
  const session = await talk.session(0.1);
  const page = await talk.app.page(`/s/${session}`);
  await field(page).waitFor();
  const other = new Connection(join(talk.app.server.home, 'tenfold.db'), { busyMs: 1_000, readOnly: false });
  other.prepare('begin immediate').run([]);
  await say(page, '/save-progress "tests green"');
  // A store that is held for longer than it is waited for by one try.
  await pause(7_000);
  await expect.poll(() => page.getByText(/^Checkpoint saved/).count()).toBe(0);
  other.prepare('rollback').run([]);
  other.close();
  await page.getByText(/^Checkpoint saved: "tests green" \([0-9a-f]{4}…\)$/).waitFor();
});
