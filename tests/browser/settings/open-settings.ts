import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type App, openApp } from '../app.ts';

/** The app open on its settings, with ways to ask the server itself what it knows. */
export interface SettingsApp extends App {
  settings(section: string): Promise<Page>;
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Time to open it: the web app may have to be built first. */
export const OPENING_MS = 120_000;

/** Opens the app for a test of the settings. */
export async function openSettings(): Promise<SettingsApp> {
  const app = await openApp();
  return {
    ...app,
    settings: (section) => app.page(`/settings/${section}`),
    async ask<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(app.server.url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      return (await response.json()) as T;
    },
  };
}

/** Chooses an option of a select by its label. Opened by key: a mouse button that a busy machine lets go late closes it again. */
export async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).press('Enter');
  await page.getByRole('option', { name: option }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Does something and waits until the line at the bottom says anew that this was saved: the same words may stand there from before. */
export async function saves(page: Page, what: string | RegExp, act: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => document.querySelector('[data-saved]')?.getAttribute('data-saved') ?? '0');
  await act();
  const words = page.getByText(typeof what === 'string' ? `Saved · ${what}` : what, { exact: true });
  await page.locator(`[data-saved]:not([data-saved="${before}"])`).and(words).waitFor();
}

/** Takes the last change back. */
export async function undo(page: Page): Promise<void> {
  await saves(page, /: undone$/, () => page.getByRole('button', { name: 'Undo' }).click());
}

/** The order of passes as the page shows it. */
export async function passOrder(page: Page): Promise<(string | null)[]> {
  const rows = await page.locator('[data-row]').all();
  return Promise.all(rows.map((row) => row.getAttribute('data-row')));
}

/** Waits until passes stand in this order. */
export async function waitForOrder(page: Page, order: readonly string[]): Promise<void> {
  await eventually(() => passOrder(page)).toEqual(order);
}

/** Expects something to become so, however busy the machine is. */
export function eventually<T>(look: () => Promise<T>) {
  return expect.poll(look, { timeout: 20_000 });
}
