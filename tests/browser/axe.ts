import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;

/** The looks a screen is checked in: the one that differs most from how tests open it, in a deep run all four. */
const LOOKS = process.env.TENFOLD_DEEP === '1' ? ALL_LOOKS : ALL_LOOKS.slice(0, 1);

/** A page as it stands has no serious fault, light or dark, on a desk or on a phone. */
export async function expectNoSeriousFaults(page: Page): Promise<void> {
  for (const { colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expect.poll(() => seriousFaults(page), { message: `${colorScheme}, ${viewport.width} wide` }).toEqual([]);
  }
}
