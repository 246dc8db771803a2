import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from './app.ts';
import { expectNoSeriousFaults, seriousFaults } from './axe.ts';
import { fold, sampleOf } from './folded.ts';
import { inDeep } from './in-deep.ts';

let app: App;
let session: string;
beforeAll(async () => {
  app = await openApp();
  session = await sampleOf(app);
  await fold(app, session);
}, 120_000);
afterAll(() => app.close());

const context = () => app.server.client.get(`/api/sessions/${session}/context`);
const open = async (): Promise<Page> => {
  const page = await app.page(`/s/${session}/inspector`);
  await page.locator('[data-inspector-row]').first().waitFor();
  return page;
};
const tokensOf = async (page: Page) =>
  (await page.locator('[data-inspector-row] > button > span:last-child').allInnerTexts()).map((text) =>
    Number(text.replaceAll(',', '')),
  );

describe('the context inspector', () => {
  it('lists exactly what the next request sends, row by row; sorts it with s, and filters it by a slice', async () => {
    const page = await open();
    const { rows } = await context();
    const tokens: number[] = rows.map(({ tokens }: { tokens: number }) => tokens);
    await expect.poll(() => tokensOf(page)).toEqual(tokens);
    await page.keyboard.press('s');
    await expect.poll(() => tokensOf(page)).toEqual(tokens.toSorted((a, b) => b - a));
    await page.getByRole('button', { name: /^Summaries/ }).click();
    await expect.poll(async () => (await tokensOf(page)).length).toBe(1);
    await page.getByRole('button', { name: /^Summaries/ }).click();
    await expect.poll(async () => (await tokensOf(page)).length).toBe(tokens.length);
  });

  it('opens a fold in place: its words, the original and what changed, with no serious fault in any look', async () => {
    const page = await open();
    await page
      .getByRole('button', { name: /condensed/ })
      .first()
      .click();
    await page.getByText('[Compressed Message Summary]').first().waitFor();
    await page.getByRole('button', { name: 'Original and diff' }).click();
    await page.getByRole('region', { name: 'Condensing, before' }).waitFor();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.getByRole('region', { name: 'Condensing, what changed' }).waitFor();
    await page.getByRole('tab', { name: /^Original/ }).click();
    await expect.poll(() => page.getByRole('tabpanel').locator('li').count()).toBeGreaterThan(10);
    await expectNoSeriousFaults(page);
  });

  it('protects and unprotects a message, and shows the request as it goes over the wire', async () => {
    const page = await open();
    const { rows } = await context();
    const free = rows.find((row: { entryId?: string; protected: boolean }) => row.entryId !== undefined && !row.protected);
    const row = page.locator(`[data-inspector-row="${free.row}"]`);
    await row.getByRole('button').first().click();
    await row.getByRole('button', { name: /^Protect/ }).click();
    await row.getByText('protected').first().waitFor();
    await row.getByRole('button', { name: 'Unprotect' }).click();
    await row.getByRole('button', { name: /^Protect/ }).waitFor();
    await page.keyboard.press('r');
    const body = await page.getByRole('region', { name: 'Request body' }).innerText();
    expect(JSON.parse(body)).toEqual((await app.server.client.get(`/api/sessions/${session}/wire`)).body);
  });

  inDeep('is worked by keyboard: rows, expand, diff', async () => {
    const page = await open();
    const { rows } = await context();
    const at = rows.findIndex(({ kind }: { kind: string }) => kind === 'stand-in');
    for (let step = 0; step <= at; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Original and diff' }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('region', { name: 'Condensing, before' }).waitFor();
  });

  it('unfolds: the original is sent again', async () => {
    const page = await open();
    await page
      .getByRole('button', { name: /condensed/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Bring back the original' }).click();
    await page.getByText('The original is in the context again').waitFor();
    const kinds = async () => (await context()).rows.map(({ kind }: { kind: string }) => kind);
    await expect.poll(kinds).not.toContain('stand-in');
  });

  inDeep('shows what past requests sent, step by step, and what changed since the one before', async () => {
    const { id } = await app.server.client.post('/api/sessions', { title: 'Asked twice' });
    const chat = await app.page(`/s/${id}`);
    for (const [count, words] of ['First question.', 'Second question.'].entries()) {
      await chat.getByRole('textbox', { name: 'Message' }).fill(words);
      await chat.keyboard.press('Enter');
      await expect.poll(async () => (await app.server.client.get(`/api/sessions/${id}/entries`)).total).toBe(2 * count + 2);
    }
    const page = await app.page(`/s/${id}/inspector`);
    const rowsShown = () => page.locator('[data-inspector-row]').count();
    await expect.poll(rowsShown).toBe(4);
    // There is a way back once it is known what was sent.
    await page.getByText(/^Since the request before \(sent for message 4\)/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/^Sent at .* answered by message 4: 3 rows, [\d,]+ tokens counted/).waitFor();
    await page.getByText(/Since the request before \(sent for message 2\): .* 2 rows added/).waitFor();
    await page.getByRole('button', { name: 'Show only these' }).click();
    await expect.poll(rowsShown).toBe(2);
    await page.getByRole('button', { name: 'The request before' }).click();
    await page.getByText(/answered by message 2: 1 row,/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'The request before' }).isDisabled()).toBe(true);
    await page.reload();
    await page.getByText(/answered by message 2: 1 row,/).waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
  });

  inDeep('says what went wrong for a session that is not there', async () => {
    const page = await app.page('/s/nobody/inspector');
    await page.getByRole('alert').first().waitFor();
  });
});
