import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

declare const axe: { run(within: unknown, options: RunOptions): Promise<AxeResults> };

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe objects to on a page, which gets it once. Our pages have no frames, so it need not look into them. */
export async function faults(page: Page, within?: string): Promise<AxeResults['violations']> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`${source};0`);
  // What is still fading in is not seen, and what lies behind it is taken for reachable.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  return page.evaluate(async (selector) => {
    const options: RunOptions = { resultTypes: ['violations'], elementRef: false, iframes: false };
    return (await axe.run(selector ?? document, options)).violations;
  }, within);
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
