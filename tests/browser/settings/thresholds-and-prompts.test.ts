import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gate } from '../chat/talk.ts';
import { inDeep } from '../in-deep.ts';
import { choose, eventually, OPENING_MS, openSettings, type SettingsApp, saves, undo } from './open-settings.ts';

let app: SettingsApp;
beforeAll(async () => {
  app = await openSettings();
  await app.ask('POST', '/api/profiles', { name: 'Gem', provider: 'google', model: 'gemini-2.5-pro', key: 'k' });
}, OPENING_MS);
afterAll(async () => {
  expect(app.complaints.filter((said) => !said.includes('400'))).toEqual([]);
  await app.close();
});

const stored = async () => (await app.ask<{ settings: Record<string, { value: unknown }> }>('GET', '/api/settings')).settings;

describe('thresholds', () => {
  inDeep('inherit is a choice at every level, with the value in force and where it comes from', async () => {
    const page = await app.settings('thresholds');
    const soft = page.locator('#setting-soft');
    const hard = page.locator('#setting-hard');
    const effective = (level: string, of = soft) => of.locator(`[data-level="${level}"] [data-effective]`).textContent();
    await eventually(() => effective('Default')).toBe('80%built in');
    await eventually(() => effective('Gem', hard)).toBe('98%from the model');

    await choose(page, 'Default, soft: who decides', 'Own value');
    const number = page.getByRole('textbox', { name: 'Default, soft' });
    await number.fill('60');
    await eventually(() => effective('Default')).toBe('60%from your default');
    await eventually(() => effective('Gem')).toBe('60%from your default');
    await eventually(async () => (await stored()).soft?.value).toBe(60);

    await choose(page, 'Gem, soft: who decides', 'Own value');
    await page.getByRole('textbox', { name: 'Gem, soft' }).fill('40');
    await eventually(() => effective('Gem')).toBe('40%from this profile');
    await choose(page, 'Gem, soft: who decides', 'Inherit');
    await eventually(() => effective('Gem')).toBe('60%from your default');

    const { sessions } = await app.ask<{ sessions: { id: string; title: string }[] }>('GET', '/api/sessions');
    const { id = '', title = '' } = sessions[0] ?? {};
    await choose(page, `${title}, soft: who decides`, 'Off');
    await eventually(() => effective(title)).toBe('offfrom this session');
    const { values } = await app.ask<{ values: { key: string; value: unknown; from: string }[] }>(
      'GET',
      `/api/sessions/${id}/config`,
    );
    expect(values.find(({ key }) => key === 'soft')).toMatchObject({ value: 'off', from: 'session' });
    await undo(page);
    await eventually(() => effective(title)).toBe('60%from your default');

    await number.fill('3');
    await page.getByText(/This must be a number from 5 to 100/).waitFor();
    expect((await stored()).soft?.value).toBe(60);
    await choose(page, 'Default, soft: who decides', 'Built in');
    await eventually(() => effective('Default')).toBe('80%built in');
    await eventually(async () => (await stored()).soft).toBeUndefined();
  });

  inDeep('keeps advanced ones folded away until a search leads to them', async () => {
    const page = await app.settings('thresholds');
    await page.getByText('How far to condense').waitFor();
    await expect.poll(() => page.getByText('Never condense below').isVisible()).toBe(false);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('never condense');
    await page.getByRole('link', { name: /Never condense below/ }).click();
    await page.locator('#setting-floor[data-targeted]').waitFor();
    await saves(page, 'When condensing fails and the context is full', () =>
      choose(page, 'When condensing fails and the context is full', 'Wait and ask me'),
    );
    expect((await stored()).onFailure?.value).toBe('ask');
  });
});

describe('search', () => {
  it('finds every setting of the server by its name, with help', async () => {
    const page = await app.settings('models');
    const { values } = await app.ask<{ values: { title: string; description: string }[] }>('GET', '/api/settings');
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    for (const { title, description } of values) {
      await search.fill(title);
      await page.getByRole('region', { name: 'Search results' }).getByText(description).first().waitFor();
    }
    await search.fill('xyzzy');
    await page.getByText('No setting matches “xyzzy”.').waitFor();
  });
});

describe('prompts', () => {
  it('refuses one that is empty, has no slot or is over 8,000 tokens, as it is typed', async () => {
    const page = await app.settings('prompts');
    const prompt = page.getByRole('textbox', { name: 'Prompt for everyone' });
    const save = page.getByRole('button', { name: 'Save prompt' });
    await prompt.fill('Sum it up.');
    await page.getByText(/has no \{conversation_history\} slot/).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await prompt.fill('   ');
    await page.getByText(/The prompt is empty/).waitFor();
    await prompt.fill(`${'many different words '.repeat(4_000)}{conversation_history}`);
    await page.getByText(/tokens long; at most 8,000 are allowed/).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await prompt.fill('Write the minutes:\n{conversation_history}');
    await page.getByText(/of 8,000 tokens/).waitFor();
    await saves(page, 'Prompt for everyone', () => save.click());
    expect((await stored()).customPrompt?.value).toBe('Write the minutes:\n{conversation_history}');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const whole = page.getByRole('region', { name: 'The whole question' });
    await whole.waitFor();
    await expect.poll(() => whole.textContent()).toMatch(/^Write the minutes:\n/);
    await expect.poll(async () => (await whole.textContent())?.length).toBeGreaterThan(1_000);
  });

  inDeep('has one for a profile beside the general one, and templates by kind and length', async () => {
    const page = await app.settings('prompts');
    await choose(page, 'Prompt for', 'Gem');
    await page.getByRole('textbox', { name: 'Prompt of Gem' }).fill('Only decisions: {conversation_history}');
    await saves(page, 'Prompt of Gem', () => page.getByRole('button', { name: 'Save prompt' }).click());
    const { profiles } = await app.ask<{ profiles: { name: string; customPrompt: string }[] }>('GET', '/api/profiles');
    expect(profiles.find(({ name }) => name === 'Gem')?.customPrompt).toBe('Only decisions: {conversation_history}');
    await page.getByRole('radio', { name: 'Coding' }).click();
    await saves(page, 'Length: concise', () => page.getByRole('radio', { name: 'Concise' }).click());
    await expect
      .poll(() => app.ask('GET', '/api/strategies/native/config'))
      .toEqual({ config: { template: 'coding', detail: 'concise' } });
  });

  it('keeps every change of several that are made before the first is saved', async () => {
    await app.ask('PUT', '/api/strategies/native/config', { config: null });
    const page = await app.settings('prompts');
    const [second, third] = [gate(), gate()];
    let saving = 0;
    await page.route('**/strategies/native/config', async (route) => {
      if (route.request().method() === 'PUT') await [second, third][saving++]?.opened;
      await route.continue();
    });
    await page.getByRole('radio', { name: 'Coding' }).click();
    await page.getByRole('radio', { name: 'Concise' }).click();
    second.open();
    await expect.poll(() => saving).toBe(2);
    await page.getByRole('radio', { name: 'Technical' }).click();
    third.open();
    await expect
      .poll(() => app.ask('GET', '/api/strategies/native/config'))
      .toEqual({ config: { template: 'technical', detail: 'concise' } });
  });
});

describe('all settings as a file', () => {
  it('shows what an import would change before it is taken', async () => {
    const file = await app.ask<{ settings: { scope: string; key: string; value: unknown }[] }>('GET', '/api/settings/export');
    const settings = [...file.settings.filter(({ key }) => key !== 'goal'), { scope: 'global', key: 'goal', value: 44 }];
    const page = await app.settings('data');
    await page.getByLabel('Import settings: file').setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, settings })),
    });
    const dialog = page.getByRole('dialog', { name: 'Import mine.json?' });
    await dialog.getByText('setting global goal').waitFor();
    expect((await stored()).goal).toBeUndefined();
    await saves(page, 'mine.json imported', () => dialog.getByRole('button', { name: 'Import settings' }).click());
    expect((await stored()).goal?.value).toBe(44);
    await page
      .getByLabel('Import settings: file')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"other"}') });
    await page.getByText(/This is no settings file/).waitFor();
  });
});
