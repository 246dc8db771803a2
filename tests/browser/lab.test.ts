import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from './app.ts';
import { expectNoSeriousFaults } from './axe.ts';
import { sampleOf } from './folded.ts';
import { inDeep } from './in-deep.ts';

let app: App;
let session: string;
beforeAll(async () => {
  app = await openApp();
  session = await sampleOf(app);
}, 120_000);
afterAll(() => app.close());

const open = async (): Promise<Page> => {
  const page = await app.page(`/s/${session}/lab`);
  await page.getByText('Truncation').filter({ visible: true }).first().waitFor();
  return page;
};

describe('the lab', () => {
  it('tries every strategy and preset at once, changes nothing, and marks the best', async () => {
    const before = await app.server.client.get(`/api/sessions/${session}/status`);
    const page = await open();
    for (const name of ['Native', 'Lossless', 'Truncation', 'Smart', 'Speed', 'Quality', 'Cost', 'Balanced'])
      await page.locator('th[data-column]').filter({ hasText: name }).first().waitFor();
    await expect.poll(() => page.getByText('best', { exact: true }).count()).toBeGreaterThan(0);
    for (const figure of ['Tokens', 'Cost now', 'Pays back in', 'Time', 'Facts kept', 'Probes', 'File paths'])
      await page.getByRole('rowheader', { name: figure, exact: true }).waitFor();
    const table = page.getByRole('table').locator('..');
    await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect((await app.server.client.get(`/api/sessions/${session}/status`)).version).toBe(before.version);
    await expectNoSeriousFaults(page);
  });

  it('shows what a way would do, stand-in by stand-in; is worked by keyboard, and applies the chosen way', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'View the result of Native' }).click();
    const result = page.getByRole('dialog');
    await result.getByText('Context condensed using Native strategy:').waitFor();
    await result
      .getByRole('button', { name: /^summary/ })
      .first()
      .click();
    await result.getByRole('region', { name: /^Messages .*, after$/ }).waitFor();
    await page.keyboard.press('Escape');
    await result.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('d');
    await result.waitFor();
    await page.keyboard.press('Escape');
    await result.waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.waitForURL(`**/s/${session}`);
    await expect.poll(async () => (await app.server.client.get(`/api/sessions/${session}/condensations`)).runs.length).toBe(1);
  });

  inDeep('shows the facts one would miss, and keeps a lost one with a click', async () => {
    const { id } = await app.server.client.post('/api/sessions', { title: 'A build that failed' });
    const log = `${Array.from({ length: 900 }, (_, line) => `line ${line} of the log says nothing new`).join('\n')}\nError: ENOSPC at walrus.ts`;
    const plain = Array.from({ length: 30 }, (_, turn) => ({ role: turn % 2 === 0 ? 'user' : 'assistant', text: 'Go on.' }));
    const call = { type: 'tool-call', id: 'c1', name: 'bash', input: { command: 'npm run build' } };
    const result = { type: 'tool-result', id: 'c1', name: 'bash', output: log };
    await app.server.client.post(`/api/sessions/${id}/entries`, {
      messages: [
        { role: 'user', text: 'Build it.' },
        { role: 'assistant', parts: [call] },
        { role: 'tool', parts: [result] },
        ...plain,
      ],
    });
    // So short that nothing is left to keep it with.
    const page = await app.page(`/s/${id}/lab?target=1`);
    await page.getByRole('button', { name: 'View the result of Truncation' }).click();
    const missed = page.getByRole('region', { name: 'Would you miss these?' });
    const lost = missed.getByRole('listitem').filter({ hasText: 'ENOSPC' });
    await lost.first().getByRole('button', { name: 'Protect' }).click();
    await lost.first().getByRole('button', { name: 'Protected' }).waitFor();
    const isKept = async () => (await app.server.client.get(`/api/sessions/${id}/entries`)).entries[2].protected;
    await expect.poll(isKept).toBe(true);
  });

  inDeep('keeps the target in the address', async () => {
    const page = await open();
    await page.getByRole('combobox', { name: 'Target' }).press('Enter');
    await page.getByRole('option', { name: '20% of the room' }).click();
    await page.waitForURL('**/lab?target=20');
  });

  inDeep('saves a way as a preset, which is then tried too', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Save Truncation as preset' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My short way');
    await page.getByRole('button', { name: 'Save preset' }).click();
    await page.getByText('Saved “My short way”').waitFor();
    const own = async () => (await app.server.client.get('/api/presets')).presets.map(({ name }: { name: string }) => name);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(own).not.toContain('My short way');
    await page.getByRole('button', { name: 'Save Truncation as preset' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My short way');
    await page.getByRole('button', { name: 'Save preset' }).click();
    await expect.poll(own).toContain('My short way');
    await page.reload();
    await page.locator('th[data-column]').filter({ hasText: 'My short way' }).waitFor();
  });

  inDeep(
    'shows an estimate first where a model is asked, and keeps the other columns when one runs',
    async () => {
      const profile = await app.server.client.post('/api/profiles', {
        name: 'Nobody home',
        provider: 'openai-compatible',
        model: 'walrus-1',
        baseUrl: 'http://127.0.0.1:9/v1',
        inputPrice: 3,
        outputPrice: 15,
      });
      const { id } = await app.server.client.post('/api/sessions', { title: 'Paid', profileId: profile.id });
      const text = 'The walrus rests on the ice near src/svalbard.ts in March and dives for 12 clams. '.repeat(40);
      const messages = Array.from({ length: 12 }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        text: `${index} ${text}`,
      }));
      await app.server.client.post(`/api/sessions/${id}/entries`, { messages });
      const page = await app.page(`/s/${id}/lab`);
      const native = page.locator('th[data-column="strategy:native"]');
      await native.getByText('estimate').waitFor();
      await expect.poll(() => native.getByRole('button', { name: /^Run ≈ \$/ }).count()).toBe(1);
      const columns = await page.locator('th[data-column]').count();
      await native.getByRole('button', { name: /^Run/ }).click();
      await native.getByText(/^(failed|run|free)$/).waitFor({ timeout: 60_000 });
      await expect.poll(() => page.locator('th[data-column]').count()).toBe(columns);
    },
    90_000,
  );
});
