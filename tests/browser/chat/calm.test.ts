import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { condensed, field, goToFold, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const SUMMARY = { text: '## Context\nParts were looked at.\n\n## Decisions and Outcomes\n- Every part stays.' };

/** Places of the page that lie over each other. */
async function overlaps(page: Page, over: string, under: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    ([over, under]) => {
      const box = (name: string) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
      return under.filter((name) =>
        box(name).some((low) =>
          box(over).some(
            (top) =>
              top.height > 0 && top.left < low.right && low.left < top.right && top.top < low.bottom && low.top < top.bottom,
          ),
        ),
      );
    },
    [over, under] as const,
  );
}

const SCREENS: readonly (readonly [string, { width: number; height: number }])[] = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone on its side', { width: 844, height: 390 }],
];

it.each(process.env.TENFOLD_DEEP === '1' ? SCREENS : SCREENS.slice(0, 1))(
  'U11: notices never lie over the field, Send or the gauge of %s',
  async (_, viewport) => {
    const page = await talk.app.page(`/s/${await talk.session(0.1)}`, { viewport });
    await field(page).waitFor();
    // Under the pointer they stay for as long as it takes: it is there before they are.
    await page.mouse.move(viewport.width - 40, 80);
    const notices = page.locator('[data-toast]');
    for (let time = 1; time <= 4; time++) {
      await say(page, `/save-progress "${`part ${time} of a long tale `.repeat(8).trim()}"`);
      await notices.getByText(`Checkpoint saved: "part ${time} of`).waitFor();
    }
    expect(await notices.count()).toBe(4);
    await expect.poll(() => overlaps(page, '[data-toast]', ['textarea', '[aria-label=Send]', '[data-testid=gauge]'])).toEqual([]);
    expect(await notices.filter({ visible: true }).count()).toBe(2);
  },
);

inDeep(
  'U11: one fold is told once: beside the field while its divider is out of sight, on the divider once it is seen',
  async () => {
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${await talk.session(0.6)}`);
    await field(page).waitFor();
    await say(page, '/compact');
    await condensed(page);
    const told = page
      .locator('main')
      .getByText(/Context condensed/)
      .filter({ visible: true });
    const toasts = page.locator('[data-toast]');
    await goToFold(page);
    const divider = page.locator('[data-fold=done]');
    await divider.waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0);
    await expect.poll(() => told.count()).toBe(1);
    await expect.poll(() => toasts.count()).toBe(0);
    // One action, and a menu for the rest.
    await expect
      .poll(() =>
        divider.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)),
      )
      .toEqual(['Undo', 'More about this condensation', expect.stringMatching(/facts kept/)]);
    // Seen once, it stays told, wherever one goes.
    await page.getByRole('button', { name: 'Latest' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0);
    await page.keyboard.press('g');
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Timeline' }).click();
    const moments = page.locator('[data-moment]').filter({ hasText: 'Context condensed' });
    await expect.poll(() => moments.count()).toBe(1);
    await expect.poll(() => page.locator('[data-moment]').filter({ hasText: 'Before condensing' }).count()).toBe(0);
  },
);

inDeep(
  'D10: a fold that did without its model says so, and why, beside the field, on the divider, on the timeline and in the log',
  async () => {
    talk.upstream.always = { status: 503, message: 'No summaries today.' };
    const session = await talk.session(0.6);
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, '/compact');
    await page
      .getByText(/Condensed without the model\. Summarize: Answered by the embedded summarizer instead.*503/)
      .first()
      .waitFor();
    await goToFold(page);
    const divider = page.locator('[data-fold=degraded]');
    await divider.getByText(/Condensed without the model\. ./).waitFor();
    const logged = () => talk.app.server.lines.filter((line) => line.includes('"folded"') && line.includes(session)).at(-1) ?? '';
    expect(logged()).toMatch(/"outcome":"degraded".*"reason":"[^"]{10,}/);
    await divider.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await divider.getByText(/Condensed without the model\. ./).waitFor();
    await page.goto(`${talk.app.server.url}/s/${session}/timeline`);
    await page.locator('[data-moment]').getByText('without the model').waitFor();
  },
);

inDeep('U15: what a message weighs and how it stands shows when it is pointed at, not before', async () => {
  talk.upstream.manner = { answer: () => SUMMARY };
  const session = await talk.session(0.6);
  const page = await talk.app.page(`/s/${session}`);
  await field(page).waitFor();
  await say(page, '/compact');
  await goToFold(page);
  await page.locator('[data-fold=done]').waitFor();
  const row = page.locator('[data-folded]').last();
  await row.waitFor();
  const seen = () =>
    row.evaluate((one) =>
      [...one.querySelectorAll('button')]
        .filter((button) => button.checkVisibility({ opacityProperty: true }))
        .map((b) => b.textContent),
    );
  await page.mouse.move(5, 5);
  await expect.poll(seen).toEqual([]);
  const pointedAt = async () => {
    await row.hover();
    return (await seen()).join(' ');
  };
  await expect.poll(pointedAt).toMatch(/tokens.*condensed, not in context/);
});

inDeep(
  'U15: /settings opens the settings; they and Metrics keep the tabs of the chat; a new chat is written in at once',
  async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    const places = page.getByRole('navigation', { name: 'Places' });
    await field(page).waitFor();
    await say(page, '/settings');
    await page.waitForURL('**/settings/profiles');
    for (const place of ['Metrics', 'Traffic']) {
      await places.getByRole('link', { name: place }).click();
      await places.getByRole('link', { name: 'Inspector' }).waitFor();
    }
    await places.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.waitForURL('**/s/*');
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  },
);

it('nothing complained', () => {
  expect(talk.app.complaints.filter((complaint) => !/status of [45]\d\d/.test(complaint))).toEqual([]);
});
