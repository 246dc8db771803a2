import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upstream } from '../../upstream/upstream.ts';
import { inDeep } from '../in-deep.ts';
import { choose, OPENING_MS, openSettings, type SettingsApp, saves, undo } from './open-settings.ts';

interface Model {
  readonly id: string;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly threshold: number;
  readonly source: string;
}

let app: SettingsApp;
let upstream: Upstream;
beforeAll(async () => {
  [app, upstream] = await Promise.all([openSettings(), Upstream.open()]);
}, OPENING_MS);
afterAll(async () => {
  expect(app.complaints.filter((said) => !said.includes('400'))).toEqual([]);
  await app.close();
  await upstream.close();
});

const model = async (id: string) =>
  (await app.ask<{ models: Model[] }>('GET', '/api/models')).models.find((one) => one.id === id);

describe('models', () => {
  it('adds one with 128,000 prefilled, edits it, and says what is wrong by field', async () => {
    const page = await app.settings('models');
    await page.getByRole('button', { name: 'Add model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a model' });
    const window = dialog.getByRole('textbox', { name: 'Context window' });
    await expect.poll(() => window.inputValue()).toBe('128,000');
    await dialog.getByRole('button', { name: 'Add model' }).click();
    await dialog.getByText('Give the name the provider uses').waitFor();
    await dialog.getByRole('textbox', { name: 'Model', exact: true }).fill('house-model');
    await window.fill('10');
    await dialog.getByRole('button', { name: 'Add model' }).click();
    await dialog.getByText('This must be a whole number, 1,024 or more.').waitFor();
    await window.fill('64000');
    await saves(page, 'openai:house-model added', () => dialog.getByRole('button', { name: 'Add model' }).click());
    await expect
      .poll(() => model('openai:house-model'))
      .toMatchObject({
        contextWindow: 64_000,
        maxOutputTokens: 4_096,
        source: 'manual',
        threshold: -1,
      });
  });

  inDeep('shows who said so and when, resets, and takes that back', async () => {
    const page = await app.settings('models');
    const row = page.locator('[data-model="openai:gpt-4o"]');
    await row.getByText('Built in, price list').waitFor();
    await expect.poll(() => row.locator('time').textContent()).toMatch(/^\d{4}-\d\d-\d\d$/);
    await page.getByRole('button', { name: 'Edit openai:gpt-4o', exact: true }).click();
    await page.getByRole('textbox', { name: 'Wait and condense from (percent)' }).fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Set by you').waitFor();
    await expect.poll(() => model('openai:gpt-4o')).toMatchObject({ threshold: 90, source: 'manual' });
    await saves(page, /back to what is known/, () =>
      page.getByRole('button', { name: 'Reset openai:gpt-4o', exact: true }).click(),
    );
    await expect.poll(() => model('openai:gpt-4o')).toMatchObject({ threshold: 95, source: 'default' });
    await undo(page);
    await expect.poll(() => model('openai:gpt-4o')).toMatchObject({ threshold: 90, source: 'manual' });
  });
});

describe('profiles', () => {
  it('takes a key and never gives it back, and tests the profile with a clear result', async () => {
    const page = await app.settings('profiles');
    await page.getByRole('button', { name: 'Add profile' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a profile' });
    await dialog.getByRole('button', { name: 'Add profile' }).click();
    await dialog.getByText('This must not be empty.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('House');
    await choose(page, 'Provider', 'OpenAI-compatible (Ollama, LM Studio, vLLM…)');
    await dialog.getByRole('textbox', { name: 'Model' }).fill('house');
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(upstream.url());
    await dialog.getByLabel('Key').last().fill('sk-very-secret-41');
    await dialog.getByRole('button', { name: 'Prices' }).click();
    await dialog.getByRole('textbox', { name: 'Input price', exact: true }).fill('1.5');
    await dialog.getByRole('textbox', { name: 'Output price', exact: true }).fill('6');
    await dialog.getByRole('button', { name: 'Add profile' }).click();
    const card = page.locator('[data-profile="House"]');
    await card.getByText('Key set ✓').waitFor();
    await card.getByText(/\$1\.50 in, \$6\.00 out/).waitFor();
    await card.getByRole('button', { name: 'Test' }).click();
    await card.locator('[data-test-ok="true"]').waitFor();
    expect(upstream.seen.at(-1)?.headers.authorization).toBe('Bearer sk-very-secret-41');

    upstream.faults.push({ status: 401, message: 'no such key' });
    await card.getByRole('button', { name: 'Test' }).click();
    await card
      .locator('[data-test-ok="false"]')
      .getByText(/did not answer.*Check the key/)
      .waitFor();

    await card.getByRole('button', { name: 'Edit House' }).click();
    const editing = page.getByRole('dialog', { name: 'House' });
    await expect.poll(() => editing.getByLabel('Key').last().inputValue()).toBe('');
    await editing.getByRole('textbox', { name: 'Name' }).fill('Home');
    await saves(page, 'Home', () => editing.getByRole('button', { name: 'Save' }).click());
    await page.locator('[data-profile="Home"]').getByText('Key set ✓').waitFor();
    await expect.poll(() => page.content()).not.toContain('sk-very-secret');
    expect(JSON.stringify(await app.ask('GET', '/api/profiles'))).not.toContain('sk-very-secret');
    expect(JSON.stringify(await app.ask('GET', '/api/settings/export'))).not.toContain('sk-very-secret');
  });

  it('chooses who condenses, compares costs on a conversation and recommends one', async () => {
    await app.ask('POST', '/api/profiles', { name: 'Dear', provider: 'anthropic', model: 'claude-opus-4-1', key: 'k' });
    await app.ask('POST', '/api/profiles', { name: 'Cheap', provider: 'anthropic', model: 'claude-haiku-4-5', key: 'k' });
    const page = await app.settings('profiles');
    await saves(page, 'Profile for condensing', () => choose(page, 'Profile for condensing', 'Dear'));
    await page.locator('[data-profile="Dear"]').getByText('Condensing').waitFor();
    const table = page.getByRole('table', { name: 'Cost of one summary by profile' });
    await table.getByRole('row', { name: /Dear/ }).waitFor();
    await expect.poll(() => table.getByText('Recommended').count()).toBe(1);
  });

  it('removing one leaves conversations working', async () => {
    const page = await app.settings('profiles');
    await page.getByRole('button', { name: 'Remove Dear' }).click();
    await saves(page, 'Dear removed', () => page.getByRole('button', { name: 'Remove profile' }).click());
    expect((await app.ask<{ sessions: unknown[] }>('GET', '/api/sessions')).sessions.length).toBeGreaterThan(0);
  });
});
