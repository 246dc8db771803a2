import { expect } from 'vitest';
import { SECTIONS } from '../../../packages/web/src/screens/settings/sections.ts';
import type { Look } from '../app.ts';
import { faults } from '../axe.ts';
import type { SettingsApp } from './open-settings.ts';

/** Goes through every page of the settings: nothing axe objects to, nothing wider than the screen, no complaint. */
export async function lookThrough(app: SettingsApp, look: Look): Promise<void> {
  const page = await app.page('/settings/models', look);
  for (const { id, label } of SECTIONS) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: label }).waitFor();
    await page.waitForLoadState('networkidle');
    const found = async () => (await faults(page)).map((fault) => `${id}: ${fault.id} ${fault.nodes[0]?.html}`);
    await expect.poll(found).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  expect(app.complaints).toEqual([]);
}
