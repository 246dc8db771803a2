import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type App, openApp } from '../tests/browser/app.ts';
import { fold, sampleOf } from '../tests/browser/folded.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const FORMS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const LIGHTS = ['light', 'dark'] as const;

/** A screen, where it is and how to make it show what it is about. */
interface Scene {
  readonly name: string;
  path(sessions: Sessions): string;
  /** Waits until it is drawn, and opens what should be seen. */
  ready(page: Page): Promise<unknown>;
}

interface Sessions {
  /** The sample, condensed. */
  readonly folded: string;
  /** The sample again, as it came. */
  readonly whole: string;
  /** The sample once more, condensed, with questions asked since. */
  readonly asked: string;
}

const SCENES: readonly Scene[] = [
  { name: 'sessions', path: () => '/', ready: (page) => page.locator('[data-session]').first().waitFor() },
  {
    name: 'chat',
    path: ({ folded }) => `/s/${folded}`,
    async ready(page) {
      const divider = page.getByText('Context condensed (').first();
      await divider.waitFor();
      // While messages are still being drawn, the thread holds on to its end.
      await page.waitForTimeout(1_000);
      await divider.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'inspector',
    path: ({ asked }) => `/s/${asked}/inspector`,
    async ready(page) {
      await page.getByText(/^Since the request before/).waitFor();
      await page
        .getByRole('button', { name: /condensed/ })
        .first()
        .click();
    },
  },
  {
    name: 'timeline',
    path: ({ folded }) => `/s/${folded}/timeline`,
    ready: (page) => page.locator('[data-moment]').filter({ hasText: 'tests green' }).getByRole('button').first().click(),
  },
  {
    name: 'lab',
    path: ({ whole }) => `/s/${whole}/lab`,
    ready: (page) => page.getByText('best', { exact: true }).filter({ visible: true }).first().waitFor(),
  },
  {
    name: 'metrics',
    path: () => '/metrics-summary',
    ready: (page) => page.getByText('Native').filter({ visible: true }).first().waitFor(),
  },
  { name: 'settings', path: () => '/settings/thresholds', ready: (page) => page.getByText('How far to condense').waitFor() },
  {
    name: 'passes',
    path: () => '/settings/passes',
    ready: (page) => page.locator('[data-preview]').first().waitFor(),
  },
];

/** Makes the home look as if somebody had worked in it. */
async function furnish(app: App): Promise<Sessions> {
  const { client } = app.server;
  const folded = await sampleOf(app);
  const lines = await (await client.request('GET', `/api/sessions/${folded}/export?format=jsonl`)).text();
  const copy = async (title: string): Promise<string> => {
    const { sessions } = await client.post('/api/import', { name: `${title}.jsonl`, text: lines });
    await client.patch(`/api/sessions/${sessions[0].id}`, { title });
    return sessions[0].id;
  };
  const asked = await copy('Sluice, questions before the release');
  const whole = await copy('Sluice, second look');
  await client.post(`/api/sessions/${folded}/checkpoints`, { label: 'tests green' });
  await fold(app, folded);
  const [run] = (await client.get(`/api/sessions/${folded}/condensations`)).runs;
  await client.patch(`/api/sessions/${folded}/condensations/${run.id}`, { rating: 5 });
  await fold(app, asked);
  for (const text of ['Which file holds the queue?', 'What did we decide about the Lua script?'])
    await (await client.request('POST', `/api/sessions/${asked}/messages`, { text })).text();
  return { folded, whole, asked };
}

mkdirSync(FOLDER, { recursive: true });
const app = await openApp();
try {
  const sessions = await furnish(app);
  const only = process.argv.slice(2);
  for (const [form, viewport] of Object.entries(FORMS))
    for (const colorScheme of LIGHTS)
      for (const { name, path, ready } of SCENES) {
        if (only.length > 0 && !only.includes(name)) continue;
        const page = await app.page(path(sessions), { viewport, colorScheme });
        await ready(page);
        // Fonts and charts settle.
        await page.waitForTimeout(600);
        const file = `${name}-${form}-${colorScheme}.png`;
        await page.screenshot({ path: join(FOLDER, file) });
        await page.close();
        process.stdout.write(`${file}\n`);
      }
  for (const complaint of app.complaints) process.stderr.write(`The page complained: ${complaint}\n`);
} finally {
  await app.close();
}
