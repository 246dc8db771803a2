import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { field, paste, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const LONG = `${'The walrus sleeps on the ice. '.repeat(70_000)}`;

/** Notes what the page keeps for a reload, in letters, and how many requests its workers are given at once. */
async function watchWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { kept: 0, asked: 0, most: 0 };
    Object.assign(window, { seen });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      seen.kept += value.length;
      setItem.call(this, name, value);
    };
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...given: [message: unknown]) {
      seen.most = Math.max(seen.most, ++seen.asked);
      this.addEventListener('message', () => seen.asked--, { once: true });
      postMessage.apply(this, given);
    };
  });
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: { kept: number; most: number } }).seen);

it('a paste of megabytes is kept and counted once, not again with every letter behind it', async () => {
  const page = await talk.app.page('/icon.svg');
  await watchWork(page);
  await page.goto(`${talk.app.server.url}/s/${await talk.session()}`);
  await field(page).waitFor();
  await paste(page, LONG);
  await page.getByText('[LongText#1]').first().waitFor();
  const { kept } = await seen(page);
  await page.keyboard.type(' and so on');
  await page.getByText(/^\d+k tokens$/).waitFor();
  expect((await seen(page)).kept - kept).toBeLessThan(10_000);
  // An answer is noted here only after the page has had it, and asked the next.
  expect((await seen(page)).most).toBeLessThanOrEqual(2);
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe('[LongText#1] and so on');
  await page.getByText(/^\d+k tokens$/).waitFor();
});

it('a paste that has no room to be kept, and a file, make the browser ask before it leaves; the words stay', async () => {
  const page = await talk.app.page(`/s/${await talk.session()}`);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await field(page).click();
  await page.keyboard.type('Look: ');
  await paste(page, LONG.repeat(4));
  await page.keyboard.type(' Well?');
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe('Look:  Well?');
  expect(asked).toEqual(['beforeunload']);
  await page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('walrus') });
  await field(page).press('End');
  await page.getByRole('button', { name: 'Remove a.txt' }).waitFor();
  await page.reload();
  await expect.poll(() => asked.length).toBe(2);
  await field(page).click();
  await page.keyboard.type(' Say.');
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toContain(' Say.');
  expect(asked).toHaveLength(2);
});

it('a message that is written anew is that still after a reload, and what was being written before comes back', async () => {
  const page = await talk.app.page(`/s/${await talk.session()}`);
  await say(page, 'How old is a walrus?');
  await page.getByText('Understood.').waitFor();
  await field(page).click();
  await page.keyboard.type('Half a thought ');
  await paste(page, 'x'.repeat(300));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('walrus') });
  await page.getByRole('button', { name: 'Remove a.txt' }).waitFor();
  const edit = page.getByRole('button', { name: 'Edit and send again' });
  await edit.click();
  await page.getByText('Editing message 1.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove a.txt' }).waitFor();
  await edit.click();
  await page.getByText('Editing message 1.').waitFor();
  await page.keyboard.type(' And a seal?');
  await page.reload();
  await page.getByText('Editing message 1.').waitFor();
  expect(await field(page).inputValue()).toBe('How old is a walrus? And a seal?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await field(page).inputValue()).toBe('Half a thought [LongText#1]');
  await page.getByRole('button', { name: '[LongText#1]' }).first().click();
  await page.getByText('x'.repeat(300)).waitFor();
});
