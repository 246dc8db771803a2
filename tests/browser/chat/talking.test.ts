import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../axe.ts';
import { inDeep } from '../in-deep.ts';
import { condensed, field, gate, goToFold, hasAsked, hears, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

describe('talking', () => {
  it('an answer streams as Markdown with coloured code, and Stop keeps what has come', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    // Long enough never to end by itself before it is stopped.
    const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
    talk.upstream.manner = {
      answer: () => ({ text: `**Bold** first.\n\n\`\`\`ts\nconst answer: number = 42;\n\`\`\`\n\n${words}` }),
    };
    talk.upstream.always = { drip: 60 };
    await say(page, 'Show me.');
    await page.locator('.markdown strong', { hasText: 'Bold' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('stopped early').waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  });

  it('a reload in the middle of an answer loses nothing: it goes on where it was, and nobody is told of a stranger', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
    talk.upstream.manner = { answer: () => ({ text: `Beginning. ${words}` }) };
    talk.upstream.always = { drip: 60 };
    await say(page, 'Tell me.');
    await page.getByText(/^Beginning\. word0/).waitFor();
    await page.reload();
    const answer = page.getByRole('article').filter({ hasText: 'Beginning. word0' });
    await answer.waitFor();
    const before = (await answer.innerText()).length;
    await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Stop' }).click();
    await answer.getByText('stopped early').waitFor();
    await expect.poll(() => page.getByText('Beginning. word0').count()).toBe(1);
    await expect.poll(() => page.getByText('Tell me.').count()).toBe(1);
    await expect.poll(() => page.getByText('Session updated elsewhere').count()).toBe(0);
  });

  it('a stream that breaks is joined again: the answer goes on without it', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    // What it asks for now, it asks for because the stream broke.
    await hasAsked(page);
    const { open, opened } = gate();
    talk.upstream.manner = {
      async answer() {
        await opened;
        return { text: 'The whole answer.' };
      },
    };
    // The message arrives and is being answered, but all the page gets is the beginning of the stream.
    let answered: Promise<string> | undefined;
    await page.route('**/messages', async (route) => {
      const asked = talk.upstream.seen.length;
      const { 'x-tenfold-actor': actor = '' } = route.request().headers();
      const headers = { 'content-type': 'application/json', 'x-tenfold-actor': actor };
      answered = fetch(route.request().url(), { method: 'POST', headers, body: route.request().postData() }).then((sent) =>
        sent.text(),
      );
      await expect.poll(() => talk.upstream.seen.length).toBeGreaterThan(asked);
      await route.fulfill({ contentType: 'text/event-stream', body: 'data: {"type":"start"}\n\n' });
    });
    const joined = page.waitForRequest('**/turn');
    await say(page, 'Tell me.');
    await joined;
    open();
    await page.getByText('The whole answer.').waitFor();
    await answered;
    await expect.poll(() => page.getByText('Tell me.').count()).toBe(1);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  inDeep('code of a finished answer is coloured', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    talk.upstream.manner = { answer: () => ({ text: '```ts\nconst answer: number = 42;\n```' }) };
    await say(page, 'Show me.');
    await page.locator('figure code span[style*="--code-token-keyword"]').first().waitFor();
  });

  inDeep('answering again and writing a message anew go on a branch; the old one is kept', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    let times = 0;
    talk.upstream.manner = { answer: () => ({ text: `Answer ${++times}.` }) };
    await say(page, 'A question.');
    const answer = page.getByRole('article').filter({ hasText: 'Answer 1.' });
    await answer.hover();
    await answer.getByRole('button', { name: 'Answer again' }).click();
    await page.getByText('Answer 2.').waitFor();
    await expect.poll(() => page.getByText('Answer 1.').count()).toBe(0);
    const question = page.getByRole('article').filter({ hasText: 'A question.' });
    await question.hover();
    await question.getByRole('button', { name: 'Edit and send again' }).click();
    await page.getByText('Editing message 1.').waitFor();
    await say(page, 'A better question.');
    await page.getByText('Answer 3.').waitFor();
    await expect.poll(() => page.getByText('A question.', { exact: true }).count()).toBe(0);
    await expect.poll(async () => (await talk.client.get(`/api/sessions/${session}/branches`)).branches.length).toBe(3);
  });

  it('two tabs: the other is told, nothing moves until Refresh, and what it was writing stays', async () => {
    const session = await talk.session(0.1);
    const [one, two] = await Promise.all([talk.app.page(`/s/${session}`), talk.app.page(`/s/${session}`)]);
    await field(two).fill('Half a thought');
    await hears(talk.client, two, session);
    await say(one, 'From the first tab.');
    await one.getByText('Understood.').waitFor();
    await two.getByText('Session updated elsewhere (2 new)').waitFor();
    await expect.poll(() => two.getByText('From the first tab.').count()).toBe(0);
    await two.getByRole('button', { name: 'Refresh' }).click();
    await two.getByText('From the first tab.').waitFor();
    await expect.poll(() => field(two).inputValue()).toBe('Half a thought');
    await expect.poll(() => one.getByText('Session updated elsewhere').count()).toBe(0);
  });

  it('a message that could not be sent keeps its text, over a reload too, and can be sent again', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await page.route('**/messages', (route) => route.abort());
    await say(page, 'Do not lose me.');
    await page.getByText('not sent').waitFor();
    // Everything else is answered, so that the server is back at once: the message does not go on saying that it is away.
    await page.getByText('This message was not sent: Tenfold was not answering.').waitFor();
    await expect.poll(() => page.getByText('Tenfold is not answering').count()).toBe(0);
    await page.unroute('**/messages');
    await page.reload();
    await page.getByText('This message was not sent: the page was reloaded').waitFor();
    await page.getByRole('article').filter({ hasText: 'Do not lose me.' }).first().waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Understood.').waitFor();
    await page.reload();
    await page.getByText('Understood.').waitFor();
    await expect.poll(() => page.getByText('This message was not sent').count()).toBe(0);
    await expect.poll(async () => (await talk.client.get(`/api/sessions/${session}/entries`)).total).toBe(2);
  });

  it('files go with a message; what was being written waits while another is written anew', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel });
    await page.getByRole('button', { name: 'Remove dot.png' }).waitFor();
    await say(page, 'What is this?');
    await page.getByText('Understood.').waitFor();
    await page.getByRole('img', { name: 'dot.png' }).waitFor();
    await field(page).fill('Half a thought');
    const question = page.getByRole('article').filter({ hasText: 'What is this?' });
    await question.hover();
    await question.getByRole('button', { name: 'Edit and send again' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('What is this?');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  });

  inDeep('a server that goes away is told of, and its return too', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await page.route('**/events', (route) => route.abort());
    await page.reload();
    await page.getByText('this page reconnects by itself').waitFor();
    await page.unroute('**/events');
    await page.getByText('this page reconnects by itself').waitFor({ state: 'detached' });
  });

  it('a second message waits for the answer before it, over a reload too, and can be taken back', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    const { open, opened } = gate();
    talk.upstream.manner = {
      async answer({ messages }) {
        if (messages.length === 1) await opened;
        return { text: `Answer to ${messages.length}.` };
      },
    };
    await say(page, 'First.');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await say(page, 'Second.');
    await page.getByText('Queued: waits for the answer before it').waitFor();
    await say(page, 'Third, a mistake.');
    await expect.poll(() => page.getByText('Queued: waits for the answer before it').count()).toBe(2);
    await page.reload();
    const third = page.getByRole('article').filter({ hasText: 'Third, a mistake.' });
    await third.getByText('Queued: waits for the answer before it').waitFor();
    await third.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('Third, a mistake.');
    await page.getByRole('article').filter({ hasText: 'Second.' }).getByText('Queued: waits for the answer before it').waitFor();
    open();
    await page.getByText('Answer to 3.').waitFor();
    await expect.poll(() => page.getByRole('article').filter({ hasText: 'Third, a mistake.' }).count()).toBe(0);
    await expect.poll(() => page.getByText('Session updated elsewhere').count()).toBe(0);
  });

  it('the search takes what is typed right after it was opened', async () => {
    const page = await talk.app.page(`/s/${await talk.session(0.1)}`);
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('part-0');
    expect(await page.getByRole('searchbox').inputValue()).toBe('part-0');
  });

  it('says that messages are being loaded while they are', async () => {
    const session = await talk.session(0.1);
    const { open, opened } = gate();
    const page = await talk.app.page('/');
    await page.route('**/entries?limit=1', async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(`${talk.app.server.url}/s/${session}`);
    await page.getByText('Loading messages…').waitFor();
    open();
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => page.getByText('Loading messages…').count()).toBe(0);
  });

  inDeep('the search finds folded words and says that they are not in the context', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => ({ text: '## Context\nParts.' }) };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, '/compact');
    await condensed(page);
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('part-1');
    // Of the search: a folded message in the thread says the same of itself.
    await page
      .getByRole('search')
      .getByRole('button', { name: /not in context/ })
      .first()
      .click();
    // The message stands in sight, whatever came into the thread meanwhile.
    await page.waitForFunction(() => {
      const found = document.querySelector('article[aria-current=location]')?.getBoundingClientRect();
      const view = document.querySelector('[role=feed]')?.getBoundingClientRect();
      return found !== undefined && view !== undefined && found.bottom > view.top && found.top < view.bottom;
    });
  });

  inDeep('everything is reached by keyboard: help, palette, places; keys can be moved', async () => {
    const session = await talk.session(0.1);
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('button', { name: 'j change', exact: true }).click();
    await page.keyboard.press('u');
    await help.getByRole('button', { name: 'u change', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('summarize');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Summarize Conversation History' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.waitForURL(`**/s/${session}/inspector`);
  });

  inDeep('axe finds nothing serious in light and dark', async () => {
    const deep = process.env.TENFOLD_DEEP === '1';
    const session = await talk.session(0.75);
    talk.upstream.manner = { answer: () => ({ text: '## Context\nParts.' }) };
    const page = await talk.app.page(`/s/${session}`);
    const faults = async (schemes: readonly ('light' | 'dark')[]) => {
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => seriousFaults(page), { message: colorScheme }).toEqual([]);
      }
    };
    await field(page).waitFor();
    await say(page, '/compact');
    await goToFold(page);
    await page.getByRole('button', { name: /\d+ of \d+ facts kept/ }).click();
    await page.getByRole('list', { name: 'Facts kept and lost by kind' }).waitFor();
    await faults(['light', 'dark']);
    await page.getByRole('button', { name: 'More about this condensation' }).click();
    await page.getByRole('menuitem', { name: 'Summary', exact: true }).waitFor();
    await faults(deep ? ['light', 'dark'] : ['light']);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByTestId('gauge').click();
    await page.getByText('Reserved for the answer').waitFor();
    await faults(deep ? ['light', 'dark'] : ['dark']);
  });

  it('nothing complained', () => {
    expect(talk.app.complaints.filter((complaint) => !/status of 4\d\d|ERR_FAILED/.test(complaint))).toEqual([]);
  });
});
