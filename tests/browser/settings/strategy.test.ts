import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { choose, eventually, OPENING_MS, openSettings, type SettingsApp, saves, undo } from './open-settings.ts';

interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly from: string;
}

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
}, OPENING_MS);
afterAll(async () => {
  expect(app.complaints).toEqual([]);
  await app.close();
});

const inForce = async (key: string) =>
  (await app.ask<{ values: Setting[] }>('GET', '/api/settings')).values.find((one) => one.key === key)?.value;

describe('FR-CS-001: choosing a strategy', () => {
  it('is Native by default, each with a description, and the choice persists and takes effect', async () => {
    const page = await app.settings('strategy');
    const native = page.getByRole('radio', { name: /^Native/ });
    await native.waitFor();
    await expect.poll(() => native.getAttribute('aria-checked')).toBe('true');
    for (const words of [
      /one summary of everything older/,
      /Says nothing twice/,
      /Cuts old tool results/,
      /the steps you choose/,
    ])
      await page.getByText(words).first().waitFor();
    await saves(page, 'Strategy: Truncation', () => page.getByRole('radio', { name: /^Truncation/ }).click());
    await expect.poll(() => inForce('strategy')).toBe('truncation');
    await page.reload();
    await eventually(() => page.getByRole('radio', { name: /^Truncation/ }).getAttribute('aria-checked')).toBe('true');
    const { sessions } = await app.ask<{ sessions: { id: string }[] }>('GET', '/api/sessions');
    const estimate = await app.ask<{ asks: number; passes: { id: string }[] }>(
      'POST',
      `/api/sessions/${sessions[0]?.id}/condense`,
      { dryRun: true, force: true },
    );
    expect(estimate.asks).toBe(0);
    expect(estimate.passes.map(({ id }) => id)).toContain('truncation');
  });

  inDeep('can be undone', async () => {
    const page = await app.settings('strategy');
    const before = await inForce('strategy');
    await saves(page, 'Strategy: Lossless', () => page.getByRole('radio', { name: /^Lossless/ }).click());
    await undo(page);
    await expect.poll(() => inForce('strategy')).toBe(before);
  });

  inDeep('keeps what each strategy is told, made of its schema, and says what is wrong with it', async () => {
    const page = await app.settings('strategy');
    await page.getByRole('tab', { name: 'Truncation' }).click();
    const lines = page.getByRole('textbox', { name: 'Lines of a result', exact: true });
    // Saved when it is left, or once nobody has typed for a moment.
    await saves(page, 'Lines of a result', async () => {
      await lines.fill('7');
      await lines.blur();
    });
    await saves(page, 'Mode', () => choose(page, 'Mode', 'Suppress'));
    const kept = { maxToolResultLines: 7, truncationMode: 'suppress' };
    await expect.poll(() => app.ask('GET', '/api/strategies/truncation/config')).toEqual({ config: kept });
    await lines.fill('-3');
    await page.getByText('This must be a whole number from 0 to 100,000.').waitFor();
    await expect.poll(() => app.ask('GET', '/api/strategies/truncation/config')).toEqual({ config: kept });
    await page.getByRole('tab', { name: 'Native' }).click();
    await saves(page, 'Kind of conversation', () => choose(page, 'Kind of conversation', 'Coding'));
    await expect.poll(() => app.ask('GET', '/api/strategies/native/config')).toEqual({ config: { template: 'coding' } });
    await expect.poll(() => app.ask('GET', '/api/strategies/truncation/config')).toEqual({ config: kept });
  });

  inDeep('compares the strategies in words, and as measured on a conversation', async () => {
    const page = await app.settings('strategy');
    const table = page.getByRole('table', { name: 'How the strategies differ' });
    for (const row of ['Speed', 'What it loses from view', 'What it costs', 'Several steps', 'Best for'])
      await table.getByRole('rowheader', { name: row }).waitFor();
    await table.getByText(/^Measured on/).waitFor();
    await expect.poll(() => table.getByRole('row', { name: /^Shorter by/ }).textContent()).toMatch(/^Shorter by(\d+%){4}$/);
  });
});
