import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from './app.ts';
import { expectNoSeriousFaults, seriousFaults } from './axe.ts';
import { fold, sampleOf } from './folded.ts';
import { inDeep } from './in-deep.ts';

let app: App;
beforeAll(async () => {
  app = await openApp();
}, 120_000);
afterAll(() => app.close());

describe('metrics', () => {
  inDeep('explains the first point while there is none', async () => {
    const page = await app.page('/metrics-summary');
    await page.getByRole('heading', { name: 'The first point appears with the first condensation' }).waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
  });

  it('shows what a condensation came to, as figures, chart and table', async () => {
    const session = await sampleOf(app);
    await fold(app, session);
    const [run] = (await app.server.client.get(`/api/sessions/${session}/condensations`)).runs;
    await app.server.client.patch(`/api/sessions/${session}/condensations/${run.id}`, { rating: 4 });
    const page = await app.page('/metrics-summary');
    await page.getByText('in 1 condensation').waitFor();
    await page.getByText('4.0 of 5').waitFor();
    const saved = page.getByRole('region', { name: 'Tokens saved' });
    // One day is said in words: a chart of it would be all but empty.
    await saved.getByText(/^on \w+ \d+, 1 condensation$/).waitFor();
    await saved.getByRole('button', { name: 'Tokens saved as a table' }).click();
    const day = new Date(run.createdAt).toISOString().slice(0, 10);
    await saved.getByRole('rowheader', { name: day }).waitFor();
    await saved.getByRole('button', { name: 'Tokens saved as a chart' }).click();
    await saved.locator('svg.recharts-surface').waitFor();
    await page.getByRole('region', { name: 'By strategy' }).getByRole('rowheader', { name: 'native' }).waitFor();
    await expectNoSeriousFaults(page);
  });

  it('keeps the range in the address, and saves its days as CSV', async () => {
    const page = await app.page('/metrics-summary?days=7');
    await page.getByRole('combobox', { name: 'Range' }).getByText('Last 7 days').waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe('tenfold-last-7-days.csv');
    const [header, day] = (await text(await file.createReadStream())).split('\r\n');
    expect(header).toMatch(/^day,condensations,tokens_saved/);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d,1,\d+/);
    await page.getByRole('combobox', { name: 'Range' }).press('Enter');
    await page.getByRole('option', { name: 'Last 90 days' }).click();
    await page.waitForURL('**/metrics-summary?days=90');
  });
});
