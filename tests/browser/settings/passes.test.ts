import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { choose, eventually, OPENING_MS, openSettings, type SettingsApp, saves, undo, waitForOrder } from './open-settings.ts';

interface Pass {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly selection: unknown;
  readonly execution: unknown;
  readonly batchConfig?: unknown;
  readonly individualConfig?: { readonly defaults: Record<string, unknown> };
}

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
}, OPENING_MS);
beforeEach(() => app.ask('PUT', '/api/strategies/smart/config', { config: null }));
afterAll(async () => {
  expect(app.complaints).toEqual([]);
  await app.close();
});

const passes = async () => (await app.ask<{ config: { passes: Pass[] } }>('GET', '/api/strategies/smart/config')).config.passes;

describe('FR-CS-002: the pass editor', () => {
  inDeep('reorders by mouse', async () => {
    const page = await app.settings('passes');
    await waitForOrder(page, ['old-results', 'summary']);
    const handle = page.getByRole('button', { name: 'Reorder Truncate' });
    const from = await handle.boundingBox();
    const to = await page.locator('[data-row="summary"]').boundingBox();
    if (from === null || to === null) throw new Error('the passes are not in sight');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 40, { steps: 5 });
    await page.mouse.move(from.x + 10, to.y + to.height - 5, { steps: 15 });
    await page.getByText('Truncate over position 2 of 2.').waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.getByText('Truncate moved to position 2 of 2.').waitFor({ state: 'attached' });
    await waitForOrder(page, ['summary', 'old-results']);
    await saves(page, 'Smart passes', () => page.getByRole('button', { name: 'Save passes' }).click());
    expect((await passes()).map(({ id }) => id)).toEqual(['summary', 'old-results']);
  });

  inDeep('reorders by keys on the handle, and by buttons that keep the focus, and says each move', async () => {
    const page = await app.settings('passes');
    await waitForOrder(page, ['old-results', 'summary']);
    await page.getByRole('button', { name: 'Reorder Truncate' }).focus();
    await page.keyboard.press('Space');
    await page.getByText(/Truncate (picked up|over position 1 of 2)\./).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText('Truncate over position 2 of 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText('Truncate moved to position 2 of 2.').waitFor({ state: 'attached' });
    await waitForOrder(page, ['summary', 'old-results']);
    await page.getByRole('button', { name: 'Move Truncate up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Truncate moved to position 1 of 2.').waitFor({ state: 'attached' });
    await waitForOrder(page, ['old-results', 'summary']);
    await eventually(() => page.evaluate<string>("document.activeElement.getAttribute('aria-label')")).toBe('Move Truncate up');
  });

  inDeep('adds, names, duplicates and deletes passes, discards a draft and undoes what was saved', async () => {
    const page = await app.settings('passes');
    await page.getByRole('button', { name: 'Add pass' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Quiet shell');
    await page.getByRole('button', { name: 'More for Quiet shell' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await waitForOrder(page, ['old-results', 'summary', 'pass', 'pass-2']);
    await page.getByRole('button', { name: 'More for Summarize' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await waitForOrder(page, ['old-results', 'pass', 'pass-2']);
    await saves(page, 'Smart passes', () => page.getByRole('button', { name: 'Save passes' }).click());
    expect((await passes()).map(({ name }) => name)).toEqual(['Truncate', 'Quiet shell', 'Quiet shell (copy)']);
    await undo(page);
    await waitForOrder(page, ['old-results', 'summary']);
    await page.getByRole('button', { name: 'Add pass' }).click();
    await page.getByText('Not saved yet').waitFor();
    // A draft waits while another page is looked at.
    await page.getByRole('link', { name: 'Presets' }).click();
    await page.getByRole('button', { name: 'Import preset' }).waitFor();
    await page.getByRole('link', { name: /Smart passes.*unsaved changes/ }).click();
    await waitForOrder(page, ['old-results', 'summary', 'pass']);
    await page.getByRole('button', { name: 'Discard' }).click();
    await waitForOrder(page, ['old-results', 'summary']);
  });

  it('edits selection, mode, operations with parameters, exceptions and condition', async () => {
    const page = await app.settings('passes');
    await page.getByRole('radio', { name: 'Keep a share' }).click();
    await page.getByRole('textbox', { name: 'Newest share kept (percent)' }).fill('40');
    await choose(page, 'Tool parameters: operation', 'Suppress');
    await choose(page, 'Tool results: operation', 'Summarize');
    await page.getByRole('textbox', { name: 'Summary limit (tokens)' }).fill('300');
    await page.getByRole('button', { name: /Exceptions for individual messages/ }).click();
    await page.getByRole('button', { name: 'Add an exception' }).click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('2');
    await page.getByRole('radio', { name: 'Only when needed' }).click();
    await page.getByRole('textbox', { name: 'Above tokens' }).fill('4000');
    await page.getByText('Above 4,000 tokens').waitFor();
    await page.getByRole('button', { name: '2. Summarize' }).click();
    await page.getByRole('radio', { name: 'Keep recent' }).click();
    await page.getByRole('textbox', { name: 'Keep first' }).fill('2');
    await saves(page, 'Smart passes', () => page.getByRole('button', { name: 'Save passes' }).click());
    const [first, second] = await passes();
    const keep = { operation: 'keep' };
    expect(first).toMatchObject({
      selection: { type: 'preserve_percent', keepPercentage: 40 },
      execution: { type: 'conditional', condition: { tokenThreshold: 4_000 } },
      individualConfig: {
        defaults: {
          messageText: keep,
          toolParameters: { operation: 'suppress' },
          toolResults: { operation: 'summarize', params: { summarize: { maxTokens: 300 } } },
        },
        overrides: [{ messageIndex: 2, operations: { messageText: keep, toolParameters: keep, toolResults: keep } }],
      },
    });
    expect(second).toMatchObject({
      selection: { type: 'preserve_recent', keepRecentCount: 20 },
      batchConfig: { summarizationConfig: { keepFirst: 2, keepLast: 0 } },
    });
  });

  it('previews what passes come to where nobody has to be paid, as running them gives it, and says what is wrong with a pass', async () => {
    const page = await app.settings('passes');
    await page
      .locator('[data-preview]')
      .getByText(/→ [\d,]+ tokens \(−\d+%\), no model asked/)
      .waitFor();
    await page
      .locator('[data-effect="summary"]')
      .getByText(/−[\d,]+ tokens counted/)
      .waitFor();
    // What is wrong with a pass is said beside its field, and it is not saved.
    await page.getByRole('textbox', { name: 'Name' }).fill(' ');
    await page.getByText('A step needs a name.').waitFor();
    await page.getByText('Needs a look').waitFor();
    await page.getByRole('button', { name: 'Save passes' }).click();
    await page.getByText('passes[0].name: A step needs a name.').waitFor();
    await expect.poll(() => passes()).toBeUndefined();
  });

  inDeep(
    'previews tokens per pass on a conversation: free passes counted, paid ones estimated, before anything is saved',
    async () => {
      const profile = { name: 'Paid', provider: 'anthropic', model: 'claude-opus-4-1', key: 'k' };
      const { id } = await app.ask<{ id: string }>('POST', '/api/profiles', profile);
      await app.ask('PUT', '/api/settings', { condensingProfile: id });
      const page = await app.settings('passes');
      const total = page.locator('[data-preview]');
      await total.getByText(/model call/).waitFor();
      await expect.poll(() => page.locator('[data-effect="prelude"]').textContent()).toMatch(/−[\d,]+ tokens counted/);
      await expect.poll(() => page.locator('[data-effect="old-results"]').textContent()).toMatch(/tokens counted/);
      await expect.poll(() => page.locator('[data-effect="summary"]').textContent()).toMatch(/≈ −[\d,]+ tokens estimated/);
      const before = await total.textContent();
      await page.getByRole('button', { name: 'Start from…' }).click();
      await page.getByRole('menuitem', { name: 'Speed' }).press('Enter');
      await total.getByText(/no model asked/).waitFor();
      await expect.poll(() => total.textContent()).not.toBe(before);
      await expect.poll(() => passes()).toBeUndefined();
    },
  );
});
