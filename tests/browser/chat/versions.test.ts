import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoSeriousFaults } from '../axe.ts';
import { inDeep } from '../in-deep.ts';
import { gate, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** A question, answered twice: the second answer shows. */
async function answeredTwice(page: Page): Promise<void> {
  let times = 0;
  talk.upstream.manner = { answer: () => ({ text: `Answer ${++times}.` }) };
  await say(page, 'A question.');
  await message(page, 'Answer 1.').hover();
  await message(page, 'Answer 1.').getByRole('button', { name: 'Answer again' }).click();
  await message(page, 'Answer 2.').getByText('2/2').waitFor();
}

describe('answers and edits beside each other', () => {
  it('U5: stand on the message as 1/2, and a press steps between them in place', async () => {
    const session = await talk.session(0.1);
    const page = await talk.app.page(`/s/${session}`);
    await answeredTwice(page);
    await page.getByRole('button', { name: 'Version before' }).click();
    await message(page, 'Answer 1.').getByText('1/2').waitFor();
    await expect.poll(() => page.getByText('Answer 2.').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Version before' }).isDisabled()).toBe(true);
    // What is said now goes on from the answer that shows.
    await say(page, 'And on.');
    await page.getByText('Answer 3.').waitFor();
    await page.getByRole('button', { name: 'Next version' }).click();
    await message(page, 'Answer 2.').getByText('2/2').waitFor();
    await expect.poll(() => page.getByText('And on.').count()).toBe(0);
    await page.getByRole('button', { name: 'Version before' }).click();
    await page.getByText('Answer 3.').waitFor();
    await expect.poll(() => page.getByText('Session updated elsewhere').count()).toBe(0);
    await expectNoSeriousFaults(page);
  });

  it('U5: an edited question has its versions too, over a reload, and each keeps its own answers', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    await answeredTwice(page);
    await message(page, 'A question.').hover();
    await message(page, 'A question.').getByRole('button', { name: 'Edit and send again' }).click();
    await page.getByText('Editing message 1.').waitFor();
    await say(page, 'A better question.');
    await page.getByText('Answer 3.').waitFor();
    await page.reload();
    await message(page, 'A better question.').getByText('2/2').waitFor();
    await page.getByRole('button', { name: 'Version before' }).click();
    await message(page, 'A question.').getByText('1/2').waitFor();
    // Of several answers the one that was used last.
    await message(page, 'Answer 2.').getByText('2/2').waitFor();
  });

  inDeep('U5: the arrows step on the message one has gone to, once a step before is done', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    await answeredTwice(page);
    await page.getByRole('feed').focus();
    for (const text of ['A question.', 'Answer 2.']) {
      await page.keyboard.press('j');
      await page.locator('article:focus').filter({ hasText: text }).waitFor();
    }
    const { open, opened } = gate();
    await page.route('**/status', async (route) => {
      await opened;
      await route.continue();
    });
    const next = page.getByRole('button', { name: 'Next version' });
    await page.keyboard.press('ArrowLeft');
    await message(page, 'Answer 1.').getByText('1/2').waitFor();
    await expect.poll(() => next.isEnabled()).toBe(false);
    open();
    await expect.poll(() => next.isEnabled()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await message(page, 'Answer 2.').waitFor();
  });

  it('stays, though the record was read before the answer and arrives behind it', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    const [read, shown] = [gate(), gate()];
    let times = 0;
    talk.upstream.manner = {
      async answer() {
        if (++times > 1) await read.opened;
        return { text: `Answer ${times}.` };
      },
    };
    await say(page, 'A question.');
    await message(page, 'Answer 1.').hover();
    let late = 0;
    await page.route('**/entries?*', async (route) => {
      const response = await route.fetch();
      read.open();
      await shown.opened;
      await route.fulfill({ response });
      late++;
    });
    await message(page, 'Answer 1.').getByRole('button', { name: 'Answer again' }).click();
    await message(page, 'Answer 2.').waitFor();
    shown.open();
    // The page of messages, and how many there are.
    await expect.poll(() => late).toBeGreaterThan(1);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await message(page, 'Answer 2.').getByText('2/2').waitFor();
    expect(await message(page, 'Answer 2.').count()).toBe(1);
    await page.unroute('**/entries?*');
  });

  inDeep(
    'U6: an answer names its model, its tokens and its cost when it is pointed at; one that failed the second time leads back to the first',
    async () => {
      const page = await talk.app.page(`/s/${await talk.session()}`);
      await say(page, 'What does it cost?');
      await message(page, 'Understood.').hover();
      await message(page, 'Understood.')
        .getByRole('button', { name: /^gpt-4o · \d+ tokens · <?\$/ })
        .click();
      const facts = page.getByRole('dialog', { name: 'This answer' });
      for (const name of ['Model', 'Took', 'Billed for the request', 'Billed for the answer', 'Cost'])
        await facts.getByText(name, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await facts.waitFor({ state: 'detached' });
      // Asked for again, it fails, and leaves a way back to the first.
      await message(page, 'Understood.').hover();
      talk.upstream.faults.push({ status: 400, message: 'Not today.' });
      await message(page, 'Understood.').getByRole('button', { name: 'Answer again' }).click();
      await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Show the answer it had' }).click();
      await page.getByText('Understood.').waitFor();
    },
  );

  it('U6: a call and its result are one row with how it went and how long it took', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    const call = (id: string) => ({ type: 'tool-call', id, name: 'read_file', input: { path: id } });
    const result = { type: 'tool-result', id: 'good', name: 'read_file', output: 'walrus' };
    for (const messages of [
      [{ role: 'user', text: 'Read.' }],
      [{ role: 'assistant', parts: [call('good'), call('bad')] }],
      [{ role: 'tool', parts: [result, { ...result, id: 'bad', output: 'No such file', isError: true }] }],
    ])
      await talk.client.post(`/api/sessions/${session}/entries`, { messages });
    await page.reload();
    await page.getByRole('button', { name: /read_file.*good.*walrus.*done · \d[\d.]* m?s/ }).waitFor();
    await page.getByRole('button', { name: /read_file.*bad.*No such file.*failed · \d[\d.]* m?s/ }).waitFor();
  });

  it('nothing complained', () => {
    expect(talk.app.complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([]);
  });
});
