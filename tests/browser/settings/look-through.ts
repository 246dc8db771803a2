import type { BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { SECTIONS } from '../../../packages/web/src/screens/settings/sections.ts';
import { faults } from '../axe.ts';
import type { SettingsApp } from './open-settings.ts';

/** Goes through every page of the settings: nothing axe objects to, nothing wider than the screen, no complaint. */
export async function lookThrough(app: SettingsApp, options: BrowserContextOptions): Promise<void> {
  const page = await app.page('/settings/models', options);
  for (const { id, label } of SECTIONS) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: label }).waitFor();
    await page.waitForLoadState('networkidle');
    const violations = await faults(page);
    expect(violations.map((found) => `${id}: ${found.id} ${found.nodes[0]?.html}`)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  expect(app.complaints).toEqual([]);
}
