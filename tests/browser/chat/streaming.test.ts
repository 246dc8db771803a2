import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { field, gate, gauge, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const answers = (text: string, drip: number, until?: Promise<void>) => {
  talk.upstream.manner = { answer: () => ({ text }) };
  talk.upstream.always = { drip, ...(until === undefined ? {} : { until }) };
};

/** Keeps, frame by frame, where each block of the answer under way stands, until the answer is there. */
const watchBlocks = (page: Page) =>
  page.evaluate(() => {
    const seen = { busy: [] as { node: Element; text: string; top: number; height: number }[], shifts: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
    const look = () => {
      const row = document.querySelector('[aria-busy=true] .markdown')?.closest('article');
      if (row)
        seen.busy = [...row.querySelectorAll('.markdown > *')].map((node) => ({
          node,
          text: node.textContent ?? '',
          top: node.getBoundingClientRect().top - row.getBoundingClientRect().top,
          height: node.getBoundingClientRect().height,
        }));
      requestAnimationFrame(look);
    };
    look();
  });

it('U1: an answer stands while it streams as it stands after: no element is drawn anew, none moves', async () => {
  const page = await talk.app.page(`/s/${await talk.session()}`);
  await field(page).waitFor();
  await page.getByTestId('gauge').waitFor();
  await watchBlocks(page);
  // All of it is seen while it streams, however few frames are drawn: its end waits.
  const { open, opened } = gate();
  answers(
    '## A plan\n\nFirst **bold** words, then more of them.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n> quoted\n\n```ts\nconst a = 1;\n```\n\nThe last words.',
    40,
    opened,
  );
  await say(page, 'Tell me.');
  await page.locator('[aria-busy=true] .markdown').getByText('The last words.').waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  open();
  await page.locator('[aria-busy=true] .markdown').waitFor({ state: 'detached' });
  const after = await page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { busy: { node: Element; text: string; top: number; height: number }[]; shifts: number };
    };
    const same = seen.busy.filter(({ node, text }) => node.textContent === text);
    return {
      blocks: seen.busy.length,
      same: same.length,
      kept: seen.busy.every(({ node }) => node.isConnected),
      moved: same.filter(({ node, top, height }) => {
        const row = node.closest('article')?.getBoundingClientRect();
        const place = node.getBoundingClientRect();
        return row === undefined || Math.abs(place.top - row.top - top) > 0.5 || Math.abs(place.height - height) > 0.5;
      }).length,
      shifts: seen.shifts,
    };
  });
  expect(after).toMatchObject({ kept: true, moved: 0 });
  expect(after.same).toBeGreaterThanOrEqual(5);
  expect(after.shifts).toBeLessThan(0.001);
});

inDeep('U1: the gauge moves with the answer, and what is typed meanwhile stands at once', async () => {
  const page = await talk.app.page(`/s/${await talk.session()}`);
  // Never at its end before it is stopped.
  answers(Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' '), 20, gate().opened);
  await say(page, 'Tell me.');
  await page.getByText(/word0 word1/).waitFor();
  const before = (await gauge(page)).used;
  await expect.poll(async () => (await gauge(page)).used).toBeGreaterThan(before + 60);
  await field(page).pressSequentially('And then?');
  await expect.poll(() => field(page).inputValue()).toBe('And then?');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('stopped early').waitFor();
});

inDeep(
  'U6: mathematics is set, in every way models write it; prices and code stay as they are; long lines of code wrap',
  async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    answers(
      'Inline \\(a^2\\) and $b^2$, not $5 or $6.\n\n\\[\nE = mc^2\n\\]\n\n$$\n\\int_0^1 x\\,dx\n$$\n\n`$HOME$`\n\n```sh\necho a very long line\n```',
      0,
    );
    await say(page, 'Tell me.');
    await expect.poll(() => page.locator('.markdown .katex').count()).toBe(4);
    await expect.poll(() => page.locator('.markdown .katex-display').count()).toBe(2);
    await page.getByText('not $5 or $6').waitFor();
    await page.getByText('$HOME$', { exact: true }).waitFor();
    const code = page.locator('figure pre');
    await page.getByRole('button', { name: 'Wrap long lines' }).click();
    await expect
      .poll(() =>
        code.evaluate((element) => getComputedStyle(element).whiteSpaceCollapse + getComputedStyle(element).textWrapMode),
      )
      .toBe('preservewrap');
  },
);

it('nothing complained', () => {
  expect(talk.app.complaints).toEqual([]);
});
