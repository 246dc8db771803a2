import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Upstream } from '../../upstream/upstream.ts';
import { openApp } from '../app.ts';

/** A conversation partner under the test's control, and sessions that talk to it. */
export async function openTalk() {
  let passed = 0;
  let stoodAt: number | null = null;
  const app = await openApp({}, {}, () => (stoodAt ?? performance.now()) + passed);
  const upstream = await Upstream.open();
  const { client } = app.server;
  const profile = await client.post('/api/profiles', {
    name: 'Small window',
    provider: 'openai',
    model: 'gpt-4o',
    baseUrl: upstream.url(),
    key: 'sk-of-a-test-that-opens-nothing',
    contextWindow: 10_000,
    maxOutputTokens: 500,
  });
  return {
    app,
    upstream,
    client,
    /** Lets time pass for the server: what it makes people wait for is over. */
    pass: (ms: number) => {
      passed += ms;
    },
    /** Stops the clock of the server, or lets it go on: what it makes people wait for is not over, however slow the machine. */
    standStill: (isStanding: boolean) => {
      stoodAt = isStanding ? performance.now() : null;
    },
    /** A session that is filled to a share of its room. */
    async session(share = 0, settings: object = {}): Promise<string> {
      const { id } = await client.post('/api/sessions', { title: 'A talk', profileId: profile.id });
      if (Object.keys(settings).length > 0) await client.patch(`/api/sessions/${id}`, { settings });
      await fill(client, id, share);
      return id;
    },
    async close() {
      await app.close();
      await upstream.close();
    },
  };
}

type Talk = Awaited<ReturnType<typeof openTalk>>;

/** The talk that all tests of a file share. How its upstream behaves is over with the test that asked for it. */
export function talkOfFile(): Omit<Talk, 'close'> {
  let talk: Talk;
  beforeAll(async () => {
    talk = await openTalk();
  });
  afterAll(() => talk?.close());
  afterEach(() => {
    talk.upstream.manner = {};
    talk.upstream.always = null;
    talk.standStill(false);
  });
  return {
    get app() {
      return talk.app;
    },
    get upstream() {
      return talk.upstream;
    },
    get client() {
      return talk.client;
    },
    pass: (ms) => talk.pass(ms),
    standStill: (isStanding) => talk.standStill(isStanding),
    session: (share, settings) => talk.session(share, settings),
  };
}

type Client = Awaited<ReturnType<typeof openApp>>['server']['client'];

/** Words of each message that fills a session, and more than the tokens of an exchange of two such. */
const WORDS = 200;
const EXCHANGE = 2 * WORDS + 100;

/** Adds exchanges until the context is as full as wished, to within a message. No two sessions say the same: equal asks are answered once. */
export async function fill(client: Client, session: string, share: number): Promise<void> {
  const exchange = (turn: number, words: number) => [
    { role: 'user', text: `Step ${turn}: look at src/${session.slice(-8)}/part-${turn}.ts.${' word'.repeat(words)}` },
    { role: 'assistant', text: `Decided: part ${turn} stays.${' word'.repeat(words)}` },
  ];
  for (let turn = 0; turn < 200; ) {
    const { used, room } = await client.get(`/api/sessions/${session}/status`);
    const missing = Math.floor(share * room) - used;
    if (missing < 40) return;
    // As many as are sure to have room go at once.
    const sure = Math.max(1, Math.floor(missing / EXCHANGE));
    const words = Math.min(WORDS, Math.floor(missing / 2) - 10);
    if (words < 5) return;
    const messages = Array.from({ length: sure }, (_, at) => exchange(turn + at, words)).flat();
    await client.post(`/api/sessions/${session}/entries`, { messages });
    turn += sure;
  }
  throw new Error('The session could not be filled.');
}

/** The field one writes in. */
export function field(page: Page) {
  return page.getByRole('textbox', { name: 'Message' });
}

/** Writes and sends. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  // In the field: what closes just now may give the focus back to what had opened it.
  await field(page).press('Enter');
}

/** Waits until somebody who looks is told what condensing came to: on the divider, or beside the field while that is out of sight. */
export async function condensed(page: Page): Promise<void> {
  await page
    .getByText(/\d+% less/)
    .first()
    .waitFor();
}

/** Goes to where the context was condensed: by the notice beside the field, which goes as soon as the divider is in sight anyway. */
export async function goToFold(page: Page): Promise<void> {
  const divider = page.locator('[data-fold=done], [data-fold=degraded]').last();
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await divider.or(show).first().waitFor();
  const isThere = async () => {
    if (await show.isVisible()) await show.click({ timeout: 2_000 }).catch(() => undefined);
    return divider.isVisible();
  };
  await expect.poll(isThere).toBe(true);
  // Where the notice came too late to be pressed the divider may be drawn just out of sight, and the folded rows
  // above it not at all.
  await divider.evaluate((one) => one.scrollIntoView({ block: 'center' }));
}

/** Opens something about a condensation from the menu of its divider. */
export async function lookInto(page: Page, divider: Locator, what: string): Promise<void> {
  await divider.getByRole('button', { name: 'More about this condensation' }).click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

/** What the gauge says. */
export async function gauge(page: Page): Promise<{ used: number; room: number; percent: number; level: string }> {
  const text = await page.getByTestId('gauge-text').innerText();
  const [, used = '', room = '', percent = ''] = /([\d,]+) \/ ([\d,]+) tokens - (\d+)%/.exec(text) ?? [];
  const level = (await page.getByTestId('gauge').getAttribute('data-level')) ?? '';
  const number = (digits: string) => Number(digits.replaceAll(',', ''));
  return { used: number(used), room: number(room), percent: number(percent), level };
}

/** Pastes as a keyboard would, from a clipboard of its own. */
export async function paste(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    // A synthetic paste that nobody took inserts nothing by itself.
    if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

/** Waits until a page that was opened has asked whether somebody is being answered. */
export async function hasAsked(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/turn')));
}

/** Waits until a page hears the events of its session, and has asked whether somebody is being answered. */
export async function hears(client: Client, page: Page, session: string): Promise<void> {
  await hasAsked(page);
  for (let times = 1; times < 10; times++) {
    const title = `A talk, ${times}`;
    await client.patch(`/api/sessions/${session}`, { title });
    const heard = page.getByRole('button', { name: title, exact: true }).waitFor({ timeout: 1_000 * times });
    if (
      await heard.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error('The page does not hear of what happens.');
}

/** A promise and the way to keep it. */
export function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: () => resolve(), opened: promise };
}
