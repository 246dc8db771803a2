import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from './app.ts';
import { expectNoSeriousFaults } from './axe.ts';
import { fold, sampleOf } from './folded.ts';
import { inDeep } from './in-deep.ts';

let app: App;
beforeAll(async () => {
  app = await openApp();
}, 120_000);
afterAll(() => app.close());

const client = () => app.server.client;
const open = async (session: string): Promise<Page> => app.page(`/s/${session}/timeline`);
const say = (session: string, ...texts: string[]) =>
  client().post(`/api/sessions/${session}/entries`, {
    messages: texts.map((text, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', text })),
  });
const moment = (page: Page, label: string) => page.locator('[data-moment]').filter({ hasText: label });
const fresh = async (title: string): Promise<string> => (await client().post('/api/sessions', { title })).id;
const texts = async (session: string): Promise<string[]> =>
  (await client().get(`/api/sessions/${session}/entries`)).entries.map(
    ({ parts }: { parts: { text: string }[] }) => parts[0]?.text,
  );

describe('checkpoints', () => {
  inDeep('002 story 3.1: code that was written has its checkpoint, tagged code', async () => {
    const session = await fresh('Code is written');
    const call = { type: 'tool-call', id: 'c1', name: 'write_file', input: { path: 'src/a.ts', content: 'export const a = 1;' } };
    const result = { type: 'tool-result', id: 'c1', name: 'write_file', output: 'Wrote src/a.ts' };
    await client().post(`/api/sessions/${session}/entries`, {
      messages: [
        { role: 'user', text: 'Write it.' },
        { role: 'assistant', parts: [call] },
        { role: 'tool', parts: [result] },
        { role: 'assistant', text: 'Done.' },
      ],
    });
    await expect
      .poll(async () => (await client().get(`/api/sessions/${session}/checkpoints`)).checkpoints[0]?.tags)
      .toContain('code');
    const page = await open(session);
    await page.locator('[data-moment]').first().getByText('code', { exact: true }).waitFor();
  });

  inDeep('002 story 3.3: progress is saved under a label, and the answer names the checkpoint; so does another tab', async () => {
    const session = await fresh('Saving');
    await say(session, 'one', 'two');
    const page = await open(session);
    await page.getByText('No checkpoints yet').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('textbox', { name: 'Label' }).fill('completed auth feature');
    await page.getByRole('textbox', { name: 'Label' }).press('Enter');
    await moment(page, 'completed auth feature').waitFor();
    const { checkpoints } = await client().get(`/api/sessions/${session}/checkpoints`);
    const { id } = checkpoints.find(({ label }: { label: string }) => label === 'completed auth feature');
    await page.getByText(`Checkpoint saved: "completed auth feature" (${id.slice(0, 4)}…)`).waitFor();
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'from elsewhere' });
    await moment(page, 'from elsewhere').waitFor();
  });

  it('002 stories 3.4 and 4.4: Resume from here restores messages and tokens exactly, and Undo comes back', async () => {
    const session = await fresh('Going back');
    await say(session, 'first', 'second');
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'the good state' });
    const { used } = await client().get(`/api/sessions/${session}/status`);
    await say(session, 'third', 'fourth');
    const page = await open(session);
    await moment(page, 'the good state').getByRole('button').first().click();
    await page.getByText('+2 messages').waitFor();
    await page.getByRole('button', { name: 'Preview and diff' }).click();
    await page.getByRole('dialog').getByText('second').waitFor();
    await page.getByRole('tab', { name: 'What came since' }).click();
    await page.getByRole('dialog').getByText('fourth').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resume from here' }).click();
    await page.waitForURL(`**/s/${session}`);
    // Under the pointer it stays for as long as it takes.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expect.poll(() => texts(session)).toEqual(['first', 'second']);
    await expect.poll(async () => (await client().get(`/api/sessions/${session}/status`)).used).toBe(used);
    const { checkpoints } = await client().get(`/api/sessions/${session}/checkpoints`);
    expect(checkpoints[0].tags).toContain('before-restore');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => texts(session)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  inDeep('002 edge case: a checkpoint made with another model warns, and restores once confirmed', async () => {
    const session = await fresh('Another model');
    await say(session, 'first', 'second');
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'made before' });
    await say(session, 'third', 'fourth');
    const profile = await client().post('/api/profiles', {
      name: 'Elsewhere',
      provider: 'openai-compatible',
      model: 'walrus-1',
      baseUrl: 'http://127.0.0.1:9/v1',
    });
    await client().patch(`/api/sessions/${session}`, { profileId: profile.id });
    const page = await open(session);
    await moment(page, 'made before').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Resume from here' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('walrus-1').waitFor();
    await question.getByRole('button', { name: 'Resume anyway' }).click();
    await page.waitForURL(`**/s/${session}`);
    await expect.poll(() => texts(session)).toEqual(['first', 'second']);
  });
});

describe('the line of time', () => {
  it('002 story 4.3: holds all checkpoints with labels, tags and times, and condensations with their undo', async () => {
    const session = await sampleOf(app);
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'tests green' });
    await fold(app, session);
    const page = await open(session);
    await moment(page, 'tests green').getByText('manual').waitFor();
    await moment(page, 'Context condensed (').getByRole('button').first().click();
    await page.getByText('Context condensed using').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await moment(page, 'Context condensed (').getByText('undone').waitFor();
    // U15: the fold and the state kept before it are one moment.
    const [moments, kept] = [
      () => page.locator('[data-moment] time').count(),
      async () => (await client().get(`/api/sessions/${session}/checkpoints`)).checkpoints.length,
    ];
    await expect.poll(async () => (await moments()) - (await kept())).toBe(0);
    await moment(page, 'Context condensed (').getByRole('button', { name: 'Resume from before it' }).waitFor();
  });

  inDeep('summarizes up to a checkpoint after saying what that comes to', async () => {
    const session = await fresh('Summarize');
    const long = 'The walrus rests on the ice near Svalbard in March and dives for clams. '.repeat(30);
    await say(session, long, long, long, long, long, long);
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'up to here' });
    await say(session, 'And now?', 'Now we go on.', 'Good.', 'Yes.');
    const page = await open(session);
    await moment(page, 'up to here').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Condense up to here' }).click();
    await page.getByRole('dialog').getByText('Messages condensed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await page.waitForURL(`**/s/${session}`);
    await expect.poll(async () => (await client().get(`/api/sessions/${session}/condensations`)).runs.length).toBe(1);
  });

  it('shows branches as a graph that forks where they part, and goes on with one of them', async () => {
    const session = await fresh('Branching');
    await client().say(session, { text: 'Where do walruses rest?' });
    await client().say(session, { regenerate: true });
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'the second answer' });
    const page = await open(session);
    await moment(page, 'the second answer').getByText('on Branch 2').waitFor();
    await expect.poll(() => page.locator('svg [data-fork]').count()).toBe(1);
    await page.locator('[title="Go on with Main"]').click();
    await expect.poll(async () => (await client().get(`/api/sessions/${session}`)).branch).toBe('main');
    await page.getByText('Now on “Main”').waitFor();
  });

  it('is worked by keyboard, and has no serious fault in any look', async () => {
    const session = await sampleOf(app);
    await client().post(`/api/sessions/${session}/checkpoints`, { label: 'one more' });
    const page = await open(session);
    await page.locator('[data-moment]').first().waitFor();
    await page.keyboard.press('j');
    await page.waitForURL('**/timeline?at=*');
    const first = page.url();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.url()).not.toBe(first);
    await expect.poll(() => page.locator('[data-moment] button[aria-expanded="true"]').count()).toBe(1);
    await expectNoSeriousFaults(page);
  });
});
