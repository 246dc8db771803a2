import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foreignTexts } from './foreign-texts.ts';
import { goToFold, lookInto, openTalk, say } from './talk.ts';

let talk: Awaited<ReturnType<typeof openTalk>>;
const called: string[] = [];
const canary = createServer((request, response) => {
  called.push(request.url ?? '');
  response.setHeader('access-control-allow-origin', '*').end();
});
let texts: readonly string[];
/** Requests that a page made, or would have made but for the server's policy, to anywhere else. */
const left: string[] = [];

beforeAll(async () => {
  talk = await openTalk();
  await new Promise<void>((ready) => void canary.listen(0, '127.0.0.1', ready));
  texts = foreignTexts(`http://127.0.0.1:${(canary.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await talk?.close();
  await new Promise((closed) => canary.close(closed));
});

async function watched(path: string): Promise<Page> {
  const page = await talk.app.page('/icon.svg');
  page.on('request', (request) => {
    const url = request.url();
    if (request.frame().url().endsWith('/diagrams.html')) return;
    if (!url.startsWith(talk.app.server.url) && !url.startsWith('data:')) left.push(url);
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  page.on('console', (message) => {
    // Where drawings are made the policy lets nothing load at all; in the app itself nothing may even be asked for.
    if (/Content Security Policy/.test(message.text()) && !message.text().includes("default-src 'none'"))
      left.push(message.text());
  });
  await page.goto(talk.app.server.url + path);
  return page;
}

/** Nothing ran, nothing left, and no element is there that only a message's own markup could have made. */
async function expectQuiet(page: Page, where: string): Promise<void> {
  expect(await page.evaluate("'__ran' in window || 'polluted' in {}"), where).toBe(false);
  const frames = 'iframe:not(body > iframe[src="/diagrams.html"])';
  const made = `${frames}, object, embed, base, portal, main :is(script, style, link, form[action], [onerror], [onload], [id=main], [data-toast])`;
  expect(await page.locator(made).count(), where).toBe(0);
  const addresses = await page.locator('main a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(
    addresses.filter((href) => !/^(\/|https?:|mailto:|#main)/.test(href)),
    where,
  ).toEqual([]);
  expect(left, where).toEqual([]);
  expect(called, where).toEqual([]);
}

/** Goes from the end to the beginning of a thread, so that each row is drawn once, drawings included. */
async function readAll(page: Page): Promise<void> {
  const feed = page.getByRole('feed');
  await feed.waitFor();
  for (let steps = 0; steps < 800; steps++) {
    const done = await feed.evaluate(async (place) => {
      place.scrollTop -= place.clientHeight * 0.8;
      await new Promise((later) => setTimeout(later, 60));
      return place.scrollTop <= 0;
    });
    if (done) return;
  }
  throw new Error('The thread has no beginning.');
}

const part = (text: string, index: number) => [
  {
    role: 'user',
    parts: [
      { type: 'text', text },
      { type: 'attachment', name: text.slice(0, 200), mediaType: text.slice(0, 90) },
    ],
  },
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text },
      { type: 'text', text },
      { type: 'tool-call', id: `c${index}`, name: text.slice(0, 200), input: { text, [`${text.slice(0, 60)} `]: [text] } },
    ],
  },
  { role: 'tool', parts: [{ type: 'tool-result', id: `c${index}`, output: text, isError: index % 3 === 0 }] },
  { role: 'assistant', parts: [{ type: 'opaque', dialect: text.slice(0, 60), value: { text } }] },
];

it('there are many, each different', () => {
  expect(new Set(texts).size).toBeGreaterThanOrEqual(200);
});

it('messages, thinking, calls, results, files and what was kept as it came', async () => {
  const session = await talk.session();
  const messages = texts.flatMap(part);
  for (let at = 0; at < messages.length; at += 80)
    await talk.client.post(`/api/sessions/${session}/entries`, { messages: messages.slice(at, at + 80) });
  await talk.client.post(`/api/sessions/${session}/checkpoints`, { label: texts[0]?.slice(0, 200) });
  const page = await watched(`/s/${session}`);
  await readAll(page);
  await expectQuiet(page, 'chat');
  // Tools that are looked into.
  const tools = page.locator('main [data-role=assistant] button[aria-expanded=false]');
  for (let index = 0; index < 8; index++) if (await tools.nth(index).isVisible()) await tools.nth(index).press('Enter');
  await expectQuiet(page, 'calls');
  for (const place of ['inspector', 'timeline', 'lab']) {
    await page.goto(`${talk.app.server.url}/s/${session}/${place}`);
    await page.locator('main :is([data-inspector-row], [data-moment], [data-column])').first().waitFor();
    const heads = page.locator('[data-inspector-row] > button, [data-moment] > button');
    for (let index = 0; index < Math.min(12, await heads.count()); index++) await heads.nth(index).press('Enter');
    await expectQuiet(page, place);
  }
}, 300_000);

it('answers as they stream, summaries, and errors of upstreams', async () => {
  const session = await talk.session(0.5);
  const page = await watched(`/s/${session}`);
  for (let at = 0; at < texts.length; at += 40) {
    const text = texts
      .slice(at, at + 40)
      .join('\n\n')
      .slice(0, 20_000);
    talk.upstream.manner = {
      answer: ({ messages }) => ({ text: messages.length > 1 ? text : `## Context\n${text}`.slice(0, 4_000) }),
    };
    await say(page, `Part ${at}, please.`);
    await expect
      .poll(async () => (await talk.client.get(`/api/sessions/${session}/status`)).version, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    await expectQuiet(page, `streamed ${at}`);
  }
  await say(page, '/compact --force');
  await goToFold(page);
  const divider = page.locator('[data-fold=done], [data-fold=degraded]').last();
  await lookInto(page, divider, 'Summary');
  for (const section of ['Summary', 'Sources', 'Diff', 'Report', 'What was kept'])
    await divider.getByRole('tab', { name: section, exact: true }).click();
  await expectQuiet(page, 'summary');
  for (let at = 0; at < texts.length; at += 50) {
    talk.upstream.always = {
      status: 400,
      message: texts
        .slice(at, at + 50)
        .join(' ')
        .slice(0, 4_000),
    };
    await say(page, `And an error ${at}.`);
    await page.getByRole('alert').first().waitFor();
    await expectQuiet(page, `error ${at}`);
    await page
      .getByRole('alert')
      .getByRole('button', { name: 'Dismiss' })
      .first()
      .click()
      .catch(() => undefined);
  }
  talk.upstream.always = null;
}, 300_000);

it('titles, labels, names of profiles, models, presets, projects and tool servers', async () => {
  const { client } = talk;
  const take = (work: Promise<unknown>) => work.catch(() => undefined);
  const session = await talk.session(0.2);
  const [shown] = (await client.get('/api/profiles')).profiles;
  for (const text of texts) {
    const name = text.slice(0, 200);
    await take(client.post('/api/sessions', { title: name, profileId: shown.id }));
    await take(client.post(`/api/sessions/${session}/checkpoints`, { label: name }));
  }
  for (const text of texts.filter((_, index) => index % 4 === 0)) {
    const name = text.slice(0, 200);
    await take(client.post('/api/projects', { name }));
    await take(client.post('/api/presets', { name, description: text.slice(0, 400), strategy: 'native', config: {} }));
    await take(client.post('/api/models', { id: `openai:${name.slice(0, 90)}` }));
    await take(
      client.post('/api/tool-servers', {
        name,
        url: `http://127.0.0.1:1/${encodeURIComponent(name.slice(0, 40).toWellFormed())}`,
      }),
    );
    await take(
      client.post('/api/profiles', {
        name,
        provider: 'openai-compatible',
        model: name.slice(0, 90),
        baseUrl: 'http://127.0.0.1:1/v1',
      }),
    );
  }
  const places = [
    '/',
    `/?q=${encodeURIComponent('script')}`,
    `/s/${session}`,
    `/s/${session}/timeline`,
    `/s/${session}/lab`,
    '/metrics-summary',
    '/traffic',
    '/connect',
  ];
  const sections = ['profiles', 'models', 'thresholds', 'strategy', 'passes', 'presets', 'prompts', 'tools', 'data'];
  const page = await watched('/');
  for (const place of [...places, ...sections.map((one) => `/settings/${one}`)]) {
    await page.goto(talk.app.server.url + place);
    await page.locator('main :is(h1, h2)').first().waitFor();
    await page.waitForTimeout(500);
    await page.mouse.wheel(0, 5_000);
    await expectQuiet(page, place);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), place).toBe(true);
  }
  await page.goto(`${talk.app.server.url}/s/${session}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('script');
  await page.waitForTimeout(500);
  await expectQuiet(page, 'palette');
}, 300_000);

it('names of files that are imported, and what they say of themselves', async () => {
  const page = await watched('/');
  const files = texts.slice(0, 120).map((text, index) => ({
    name: `${text.replace(/[/\0]/g, '-').slice(0, 120)}.jsonl`,
    mimeType: 'text/plain',
    buffer: Buffer.from(
      index % 3 === 0
        ? text
        : [
            JSON.stringify({ type: 'session', title: text, model: text, __proto__x: text, metadata: { title: text } }),
            JSON.stringify({ role: 'user', name: text, content: text }),
            JSON.stringify({ role: 'assistant', model: text, content: text }),
          ].join('\n'),
    ),
  }));
  await page.getByLabel('Transcripts to import').setInputFiles(files);
  await page.getByRole('dialog').waitFor({ timeout: 60_000 });
  await expectQuiet(page, 'import');
}, 120_000);

it('nothing complained', () => {
  // The browser says what may not be loaded where drawings are made.
  expect(talk.app.complaints.filter((complaint) => !/status of [45]\d\d|"default-src 'none'"/.test(complaint))).toEqual([]);
});
