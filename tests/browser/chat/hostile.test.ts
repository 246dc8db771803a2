import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUT_OF_PLACE } from './foreign-texts.ts';
import { payloads } from './payloads.ts';
import { goToFold, lookInto, openTalk, say } from './talk.ts';

let talk: Awaited<ReturnType<typeof openTalk>>;
const called: string[] = [];
const canary = createServer((request, response) => {
  called.push(request.url ?? '');
  response.setHeader('access-control-allow-origin', '*').end();
});
let all: readonly string[];

beforeAll(async () => {
  talk = await openTalk();
  await new Promise<void>((ready) => void canary.listen(0, '127.0.0.1', ready));
  all = payloads(`http://127.0.0.1:${(canary.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await talk?.close();
  await new Promise((closed) => canary.close(closed));
});

/** Opens a page that watches for anything that ran, and for every request that left the server. */
async function watched(path: string): Promise<{ page: Page; left: string[] }> {
  const page = await talk.app.page('/icon.svg');
  const left: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(talk.app.server.url) && !request.url().startsWith('data:')) left.push(request.url());
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(talk.app.server.url + path);
  return { page, left };
}

async function expectQuiet(page: Page, left: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { __ran?: number }).__ran)).toBeUndefined();
  expect(await page.evaluate(markupFromText)).toBe('refused');
  // The app's own frame, out of sight, is there once a diagram among the texts was drawn.
  const frames = 'iframe:not(body > iframe[src="/diagrams.html"])';
  expect(
    await page.locator(`${frames}, object, embed, base, main script, main style, main link, main form[action], portal`).count(),
  ).toBe(0);
  await expect.poll(() => page.locator('main [onerror], main [onload], main [onclick], main [onfocus]').count()).toBe(0);
  const addresses = await page.locator('main a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.filter((href) => !/^(\/|https?:|mailto:|#main)/.test(href))).toEqual([]);
  expect(left).toEqual([]);
  expect(called).toEqual([]);
}

/** Whether the page would turn text into elements, whoever asked it to. */
function markupFromText(): string {
  try {
    document.createElement('div').innerHTML = '<b>bold</b>';
    return 'taken';
  } catch {
    return 'refused';
  }
}

/** Goes through the whole thread, so that every row is drawn once, and hovers and clicks what invites to it. */
async function readAll(page: Page): Promise<void> {
  const feed = page.getByRole('feed');
  await feed.waitFor();
  for (let steps = 0; steps < 400; steps++) {
    const done = await feed.evaluate(async (place) => {
      place.scrollTop -= place.clientHeight * 0.8;
      // The rows that come into sight are drawn with the next frame.
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      return place.scrollTop <= 0;
    });
    if (done) return;
  }
  throw new Error('The thread has no beginning.');
}

describe('hostile text (SAFETY rows 2 and 3)', () => {
  it('there are enough payloads, each different', () => {
    expect(new Set(all).size).toBeGreaterThanOrEqual(100);
  });

  it('in messages of a model and a user, thinking, tool calls and results: nothing runs, nothing loads', async () => {
    const session = await talk.session();
    const messages = all.flatMap((text, index) => [
      { role: 'user', text },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text },
          { type: 'text', text },
          { type: 'tool-call', id: `c${index}`, name: text.slice(0, 60), input: { text } },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', id: `c${index}`, output: text }] },
    ]);
    for (let at = 0; at < messages.length; at += 90)
      await talk.client.post(`/api/sessions/${session}/entries`, { messages: messages.slice(at, at + 90) });
    const { page, left } = await watched(`/s/${session}`);
    await readAll(page);
    await expectQuiet(page, left);
  }, 120_000);

  it('streamed, as a title, in a summary, in a search and in an error: nothing runs, nothing loads', async () => {
    const text = all.filter((payload) => !payload.includes('```')).join('\n\n');
    const session = await talk.session(0.6, {});
    talk.upstream.manner = {
      answer: ({ messages }) => ({ text: messages.length > 1 ? text : `## Context\n${text}`.slice(0, 4_000) }),
    };
    const total = async () => (await talk.client.get(`/api/sessions/${session}/entries`)).total;
    const before = await total();
    const { page, left } = await watched(`/s/${session}`);
    await say(page, 'Say something nasty about <script>.');
    await page.getByText('<script>').first().waitFor();
    await expect.poll(total).toBe(before + 2);
    await say(page, '/compact --force');
    await goToFold(page);
    const divider = page.locator('[data-fold=done], [data-fold=degraded]').last();
    await lookInto(page, divider, 'Summary');
    for (const section of ['Summary', 'Sources', 'Diff', 'Report', 'What was kept'])
      await divider.getByRole('tab', { name: section, exact: true }).click();
    await talk.client.patch(`/api/sessions/${session}`, { title: `${all[0]}${all[1]}`.slice(0, 190) });
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('script');
    await page
      .getByRole('status')
      .filter({ hasText: /\d+ found/ })
      .waitFor();
    talk.upstream.always = { status: 400, message: all.slice(0, 20).join(' ') };
    await say(page, 'And now an error.');
    await page.getByRole('alert').first().waitFor();
    talk.upstream.always = null;
    await page.goto(`${talk.app.server.url}/`);
    await page.getByText('<script>').first().waitFor();
    await expectQuiet(page, left);
  }, 120_000);

  it('a link shows where it leads in full before it is opened; an image is named and not loaded', async () => {
    const session = await talk.session();
    await talk.client.post(`/api/sessions/${session}/entries`, {
      messages: [
        {
          role: 'assistant',
          text: 'See [the docs](https://docs.example@evil.example/a?b=c) and ![a cat](https://cats.example/cat.png).',
        },
      ],
    });
    const { page, left } = await watched(`/s/${session}`);
    await page.getByRole('button', { name: 'the docs' }).click();
    await page.getByText('https://docs.example@evil.example/a?b=c', { exact: true }).waitFor();
    expect(page.url()).toBe(`${talk.app.server.url}/s/${session}`);
    await page.getByText('Image not loaded:').waitFor();
    expect(left).toEqual([]);
  });

  it('nothing of a message is drawn over what others say, and its kind of code leaves room for what can be done with it', async () => {
    const session = await talk.session();
    await talk.client.post(`/api/sessions/${session}/entries`, {
      messages: [
        { role: 'user', text: 'Draw.' },
        {
          role: 'assistant',
          text: [...OUT_OF_PLACE.map((tex) => `See $${tex}$ here.`), `Z${'\u0335'.repeat(900)}`].join('\n\n'),
        },
        { role: 'assistant', text: `\`\`\`${'l'.repeat(500)}\ncode\n\`\`\`` },
      ],
    });
    const { page } = await watched(`/s/${session}`);
    await page
      .locator('.katex')
      .nth(OUT_OF_PLACE.length - 1)
      .waitFor({ state: 'attached' });
    // What is drawn is asked of the page where it is drawn; a clipped letter is nowhere.
    const outside = await page.locator('.katex').evaluateAll((formulas) =>
      formulas.flatMap((formula) => {
        const row = formula.closest('[data-role]')?.getBoundingClientRect();
        return [...formula.querySelectorAll('.katex-html *')]
          .flatMap((one) => [...one.getClientRects()])
          .map((box) => [box.left + box.width / 2, box.top + box.height / 2] as const)
          .filter(([x, y]) => row !== undefined && (x < row.left || x > row.right || y < row.top || y > row.bottom))
          .filter(([x, y]) => formula.contains(document.elementFromPoint(x, y)));
      }),
    );
    expect(outside).toEqual([]);
    const copy = page.getByRole('button', { name: 'Copy code' });
    const [button, code] = [await copy.boundingBox(), await page.locator('main figure').last().boundingBox()];
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan((code?.x ?? 0) + (code?.width ?? 0));
  });

  it('a text nested a thousand times takes neither its page nor its conversation away', async () => {
    const deep = ['\\sqrt{', '\\frac{1}{', 'x^{'].map((begin) => `$$\n${begin.repeat(150)}1${'}'.repeat(150)}\n$$`);
    const wide = ['> ', '1. ', '[', '**'].map(
      (mark) => `${mark.repeat(2_500)}a${mark === '[' ? '](x)'.repeat(2_500) : mark.repeat(2_500)}`,
    );
    const session = await talk.session();
    await talk.client.post(`/api/sessions/${session}/entries`, {
      messages: [...deep, ...wide].flatMap((text) => [
        { role: 'assistant', text },
        { role: 'user', text: 'Well.' },
      ]),
    });
    const { page, left } = await watched(`/s/${session}`);
    await readAll(page);
    await expectQuiet(page, left);
    await say(page, 'Still there?');
    await page.getByText('Still there?').waitFor();
  });
});
