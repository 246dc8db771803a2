import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Fault } from '../../upstream/upstream.ts';
import { inDeep } from '../in-deep.ts';
import { field, gate, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const ANSWER = 'One two three four five six seven eight.';
const alerts = (page: Page) => page.getByRole('feed').getByRole('alert');
const open = async () => {
  talk.upstream.manner = { answer: () => ({ text: ANSWER }) };
  const session = await talk.session();
  const page = await talk.app.page(`/s/${session}`);
  await field(page).waitFor();
  return { page, session };
};

/** Everything that the upstream can do wrong to a request. */
const ALL_FAULTS: readonly (readonly [string, Fault])[] = [
  ['a connection that is closed', 'reset'],
  ['a drop in mid-stream', 'cut'],
  ['trouble inside the stream', 'fail-inside'],
  ['a page instead of an answer', 'html'],
  ['something that is no JSON', 'garbage'],
  ['a context that is said to be too long', 'overflow'],
  ['a request that is refused', { status: 400 }],
  ['a key that is refused, in one long word', { status: 401, message: 'x'.repeat(400) }],
  ['a key that may not', { status: 403 }],
  ['a model that is not there', { status: 404 }],
  ['too many requests', { status: 429, retryAfter: 0 }],
  ['a server in trouble', { status: 500 }],
  ['a server that is overloaded', { status: 529 }],
];
/** In a deep run all of them, otherwise some of each kind: what is thrown, what is no answer, what is refused, what passes. */
const FAULTS = process.env.TENFOLD_DEEP === '1' ? ALL_FAULTS : ALL_FAULTS.filter((_, index) => index % 3 === 1);

it('U2: whatever the upstream does, it is told in one place, in our words, and one press on goes on', async () => {
  const { page, session } = await open();
  for (const [index, [name, fault]] of FAULTS.entries()) {
    const answer = `Answer number ${index}.`;
    talk.upstream.manner = { answer: () => ({ text: answer }) };
    talk.upstream.always = fault;
    await say(page, `Question number ${index}.`);
    await alerts(page).first().waitFor();
    await expect.poll(() => alerts(page).count(), { message: name }).toBe(1);
    expect(await alerts(page).innerText(), name).not.toMatch(
      /terminated|socket|undefined|AI_|fetch failed|ECONN|Unexpected token|</i,
    );
    expect(await alerts(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), name).toBe(0);
    await expect.poll(() => page.locator('[data-toast]').count(), { message: name }).toBe(0);
    talk.upstream.always = null;
    await alerts(page).getByRole('button', { name: 'Retry' }).click();
    await page.getByText(answer, { exact: true }).waitFor();
    await expect.poll(() => alerts(page).count(), { message: name }).toBe(0);
    await expect.poll(() => page.getByText(`Question number ${index}.`, { exact: true }).count(), { message: name }).toBe(1);
  }
  const roles = async () =>
    (await talk.client.get(`/api/sessions/${session}/entries?limit=200`)).entries.map(({ role }: { role: string }) => role);
  await expect.poll(roles).toEqual(FAULTS.flatMap(() => ['user', 'assistant']));
});

it('U2: an upstream that never answers is stopped, also before the server has the message, and then asked again', async () => {
  const { page } = await open();
  talk.upstream.always = 'hang';
  const { open: letGo, opened } = gate();
  await page.route('**/messages', async (route) => {
    await opened;
    await route.continue();
  });
  await say(page, 'Anybody?');
  const stopped = page.waitForResponse('**/stop');
  await page.getByRole('button', { name: 'Stop' }).click();
  await stopped;
  letGo();
  await page.getByRole('button', { name: 'Answer it' }).waitFor();
  talk.upstream.always = null;
  await page.getByRole('button', { name: 'Answer it' }).click();
  await page.getByText(ANSWER, { exact: true }).waitFor();
  await expect.poll(() => alerts(page).count()).toBe(0);
});

inDeep('U2: an answer that says nothing is told of, and asked for again', async () => {
  const { page } = await open();
  talk.upstream.always = 'empty';
  await say(page, 'Anything?');
  await page.getByText('The model gave an empty answer.').waitFor();
  talk.upstream.always = null;
  await page.getByRole('article').getByRole('button', { name: 'Answer again', exact: true }).last().click();
  await page.getByText(ANSWER, { exact: true }).waitFor();
  await expect.poll(() => page.getByText('The model gave an empty answer.').count()).toBe(0);
});

it('U2: a refused key leads to its profile, and the message can be edited', async () => {
  const { page } = await open();
  talk.upstream.always = { status: 401 };
  await say(page, 'A question.');
  await alerts(page).getByRole('link', { name: 'Open its profile' }).waitFor();
  talk.upstream.always = null;
  await alerts(page).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('A question.');
  await say(page, 'A better question.');
  await page.getByText(ANSWER, { exact: true }).waitFor();
  await expect.poll(() => page.getByText('A question.', { exact: true }).count()).toBe(0);
  await expect.poll(() => alerts(page).count()).toBe(0);
});

it('U2: what was stopped goes on when asked to, also after a reload', async () => {
  const { page } = await open();
  const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
  talk.upstream.manner = { answer: ({ messages }) => ({ text: messages.length === 1 ? words : 'The rest.' }) };
  talk.upstream.always = { drip: 30 };
  await say(page, 'Tell me.');
  await page.getByText(/word0 word1/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('This answer ends early.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The rest.').waitFor();
  await expect.poll(() => page.getByText('This answer ends early.').count()).toBe(0);
});

inDeep('U12: a queued message can be edited and taken back at once', async () => {
  const { page } = await open();
  const { open: letGo, opened } = gate();
  talk.upstream.manner = {
    async answer() {
      await opened;
      return { text: ANSWER };
    },
  };
  await say(page, 'First.');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await say(page, 'Second.');
  const second = page.getByRole('article').filter({ hasText: 'Second.' });
  await second.getByText('Queued: waits for the answer before it').waitFor();
  await second.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('Second.');
  await second.waitFor({ state: 'detached' });
  letGo();
  await page.getByText(ANSWER, { exact: true }).waitFor();
  await expect.poll(() => alerts(page).count()).toBe(0);
});

it('a file that the model is not sent is told of, also once its answer is there', async () => {
  const { page, session } = await open();
  // Attached now it would be refused at once: it is no picture.
  const source = { type: 'base64', data: '/wAB' };
  await talk.client.post(`/api/sessions/${session}/entries`, {
    messages: [{ role: 'user', parts: [{ type: 'attachment', mediaType: 'image/png', name: 'dot.png', source }] }],
  });
  await say(page, 'What is this?');
  await page.getByText(ANSWER).waitFor();
  await page.getByText('1 file sent by name only').first().waitFor();
});
