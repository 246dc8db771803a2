import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe objects to on a page. Our pages have no frames, so it need not look for them in a page of its own. */
export async function faults(page: Page, within?: string) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await (within === undefined ? axe : axe.include(within)).analyze()).violations;
}

/** What axe finds serious or critical on a page, a line each. */
export async function seriousFaults(page: Page): Promise<string[]> {
  return (await faults(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

const ALL_LOOKS = [
  { name: 'light, desktop', options: { colorScheme: 'light', viewport: { width: 1280, height: 800 } } },
  { name: 'dark, phone', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
  { name: 'dark, desktop', options: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } } },
  { name: 'light, phone', options: { colorScheme: 'light', viewport: { width: 390, height: 844 } } },
] as const;

/** The looks a screen is checked in: the two that differ most, in a deep run all four. */
export const LOOKS = process.env.TENFOLD_DEEP === '1' ? ALL_LOOKS : ALL_LOOKS.slice(0, 2);
