import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { choose, OPENING_MS, openSettings, type SettingsApp, saves, undo } from './open-settings.ts';

interface Preset {
  readonly id: string;
  readonly name: string;
  readonly strategy: string;
  readonly config: { readonly passes?: readonly { readonly name: string }[] };
}

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
}, OPENING_MS);
afterAll(async () => {
  expect(app.complaints).toEqual([]);
  await app.close();
});

const presets = async () => (await app.ask<{ presets: Preset[] }>('GET', '/api/presets')).presets;
const own = async (name: string) => (await presets()).find((preset) => preset.name === name);

describe('FR-CS-003: presets', () => {
  it('offers at least four, each documented, applied with one click and taken back with another', async () => {
    const page = await app.settings('presets');
    for (const name of ['Speed', 'Quality', 'Cost', 'Balanced']) {
      const card = page.locator(`[data-preset="${name}"]`);
      await card.waitFor();
      await expect.poll(() => card.textContent()).toMatch(/Keeps: .+Costs: /);
    }
    await saves(page, 'Preset Balanced applied', () =>
      page.locator('[data-preset="Balanced"]').getByRole('button', { name: 'Apply' }).click(),
    );
    await page.locator('[data-preset="Balanced"]').getByText('In use').waitFor();
    const { sessions } = await app.ask<{ sessions: { id: string }[] }>('GET', '/api/sessions');
    const { values } = await app.ask<{ values: { key: string; value: unknown; from: string }[] }>(
      'GET',
      `/api/sessions/${sessions[0]?.id}/config`,
    );
    expect(values.find(({ key }) => key === 'preset')).toMatchObject({ value: 'balanced', from: 'global' });
    await undo(page);
    await page.getByText('In use').waitFor({ state: 'detached' });
  });

  it('goes round: save, export, change, import with a diff before it is taken', async () => {
    const page = await app.settings('passes');
    await page.getByRole('button', { name: 'Start from…' }).click();
    await page.getByRole('menuitem', { name: 'Cost' }).click();
    await page.getByRole('button', { name: 'Save as preset…' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Mine');
    await saves(page, 'Preset Mine', () => page.getByRole('button', { name: 'Save preset' }).click());
    const before = await own('Mine');
    expect(before?.config.passes).toHaveLength(3);

    await page.getByRole('link', { name: 'Presets' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Mine' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('mine.tenfold-preset.json');
    const written = await text(await file.createReadStream());
    expect(JSON.parse(written)).toMatchObject({ format: 'tenfold-preset', version: 1, name: 'Mine', strategy: 'smart' });

    await page.locator('[data-preset="Mine"]').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).nth(1).fill('Renamed step');
    await saves(page, 'Preset Mine', () => page.getByRole('button', { name: 'Save preset' }).click());
    expect((await own('Mine'))?.config.passes?.[0]?.name).toBe('Renamed step');

    await page
      .getByLabel('Import preset: file')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(written) });
    const dialog = page.getByRole('dialog', { name: 'Import “Mine”?' });
    await dialog.getByText(/This is what would change/).waitFor();
    const diff = await dialog.getByRole('region', { name: 'What the import changes' }).textContent();
    expect(diff).toContain('Renamed step');
    expect((await own('Mine'))?.config.passes?.[0]?.name).toBe('Renamed step');
    await saves(page, 'Preset Mine replaced', () => dialog.getByRole('button', { name: 'Replace it' }).click());
    await expect.poll(() => own('Mine')).toMatchObject({ id: before?.id, config: before?.config });
    await undo(page);
    expect((await own('Mine'))?.config.passes?.[0]?.name).toBe('Renamed step');
  });

  inDeep('imports a new one as it is, and refuses a wrong one field by field', async () => {
    const page = await app.settings('presets');
    const file = (value: unknown) => ({
      name: 'p.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(value)),
    });
    const good = {
      format: 'tenfold-preset',
      version: 1,
      name: 'Quiet',
      strategy: 'truncation',
      config: { truncationMode: 'suppress' },
    };
    await page.getByLabel('Import preset: file').setInputFiles(file({ ...good, config: { maxToolResultLines: -1 } }));
    await page.getByText('config.maxToolResultLines').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => own('Quiet')).toBeUndefined();
    await page.getByLabel('Import preset: file').setInputFiles(file(good));
    await saves(page, 'Preset Quiet imported', () =>
      page.getByRole('dialog').getByRole('button', { name: 'Import preset' }).click(),
    );
    await expect.poll(() => own('Quiet')).toMatchObject({ strategy: 'truncation', config: { truncationMode: 'suppress' } });
    await page.locator('[data-preset="Quiet"]').getByRole('button', { name: 'Edit' }).click();
    await choose(page, 'Mode', 'Truncate');
    await saves(page, 'Preset Quiet', () => page.getByRole('button', { name: 'Save preset' }).click());
    await expect.poll(() => own('Quiet')).toMatchObject({ config: { truncationMode: 'truncate' } });
    // One that is in use goes too, says what takes its place, and comes back in use.
    const inUse = page.locator('[data-preset="Quiet"] [data-in-use]');
    await page.locator('[data-preset="Quiet"]').getByRole('button', { name: 'Apply' }).click();
    await inUse.waitFor();
    await saves(page, 'Preset Quiet deleted; the chosen strategy is in use again', () =>
      page.getByRole('button', { name: 'Delete Quiet' }).click(),
    );
    await expect.poll(() => own('Quiet')).toBeUndefined();
    await undo(page);
    await inUse.waitFor();
    await expect.poll(() => own('Quiet')).toBeDefined();
  });
});
