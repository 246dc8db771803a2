import { describe, expect, it } from 'vitest';
import type { Said } from '../../upstream/wire.ts';
import { inDeep } from '../in-deep.ts';
import { condensed, field, gate, gauge, goToFold, lookInto, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const SUMMARY: Said = { text: '## Context\nParts were looked at.\n\n## Decisions and Outcomes\n- Every part stays.' };

/** The upstream answers at once, but summaries wait until the test lets them pass. */
function slowSummaries() {
  const { open, opened } = gate();
  talk.upstream.manner = {
    async answer({ messages }) {
      // A request for a summary has the whole record in one message.
      if (messages.length > 1) return { text: 'Understood.' };
      await opened;
      return SUMMARY;
    },
  };
  return open;
}

describe('002 story 2: condensing by itself', () => {
  it('1–5. starts beside the conversation above 80 %, lets one read, write and send, and ends in a divider', async () => {
    const session = await talk.session(0.79);
    const release = slowSummaries();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, `Now for the last part.${' word'.repeat(150)}`);
    await page.getByText('Condensing context...').first().waitFor();
    await page
      .getByText(/Summarizing \d+ messages\.\.\./)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).first().waitFor();
    await field(page).fill('Meanwhile:');
    await page.keyboard.type(' is this sent at once?');
    await page.keyboard.press('Enter');
    await page.getByText('Meanwhile: is this sent at once?').waitFor();
    await page.getByText('Condensing context...').first().waitFor();
    await expect.poll(() => page.getByText('Understood.').count()).toBeGreaterThanOrEqual(2);
    release();
    const divider = page.getByRole('region', { name: /^Context condensed \([\d,]+ → [\d,]+ tokens\)$/ });
    await goToFold(page);
    await divider.waitFor();
    await expect.poll(async () => (await gauge(page)).level).toBe('normal');
    await divider.getByRole('button', { name: /\d+ of \d+ facts kept/ }).click();
    await divider.getByRole('list', { name: 'Facts kept and lost by kind' }).getByText('File paths').waitFor();
    await divider.getByRole('tab', { name: 'Summary' }).click();
    await divider.getByText('Every part stays.').waitFor();
    await divider.getByRole('tab', { name: 'Sources' }).click();
    const sentence = divider.getByRole('listitem').filter({ hasText: 'Every part stays.' });
    await sentence.hover();
    await sentence
      .getByRole('button', { name: /^Show message \d+$/ })
      .first()
      .click();
    await page.locator('article[aria-current=location][data-index]').waitFor();
    await expect.poll(() => page.getByTestId('live-region').innerText()).toMatch(/^Context condensed/);
    await say(page, 'And on it goes.');
    await page.getByText('And on it goes.').waitFor();
  });

  inDeep('[U7] what was lost opens to the facts with their message, and one of them is kept by Protect and redo', async () => {
    const session = await talk.session(0.3);
    await talk.client.post(`/api/sessions/${session}/entries`, {
      messages: [
        { role: 'user', text: 'Run npm run build:kestrel and tell me what it says.' },
        { role: 'assistant', text: `error: kestrel build broke with code E7731 in src/kestrel/nest.ts.${' word'.repeat(300)}` },
        { role: 'user', text: 'Thanks. Now something else.' },
        { role: 'assistant', text: `Yes?${' word'.repeat(1_200)}` },
      ],
    });
    // A summary that says nothing, and so much else that not all facts can be carried beside it.
    const names = Array.from({ length: 400 }, (_, n) => `Look at src/part-${n}/file-${n}.ts, it holds ${n * 37 + 11} rows.`).join(
      '\n',
    );
    await talk.client.post(`/api/sessions/${session}/entries`, {
      messages: [
        { role: 'user', text: names },
        { role: 'assistant', text: 'Done.' },
      ],
    });
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, '/compact');
    await goToFold(page);
    const divider = page.getByRole('region', { name: /^Context condensed/ });
    await lookInto(page, divider, 'What was kept');
    const lost = divider.getByRole('button', { name: /\d+ of \d+ kept\s*· \d+ lost/ }).first();
    await lost.click();
    await expect.poll(() => lost.getAttribute('aria-expanded')).toBe('true');
    await divider
      .getByRole('button', { name: /^Show message \d+$/ })
      .first()
      .waitFor();
    await divider.getByRole('button', { name: 'Protect and redo' }).first().click();
    await page.getByText(/^Message \d+ is protected and in the context again\.$/).waitFor();
    await expect
      .poll(async () => {
        const { entries } = await talk.client.get(`/api/sessions/${session}/entries?limit=200`);
        return entries.filter((entry: { protected: boolean; position: number }) => entry.protected && entry.position > 0).length;
      })
      .toBe(1);
    await divider.getByRole('tab', { name: 'Diff' }).click();
    await divider.getByRole('complementary', { name: 'Not in the summary' }).first().waitFor();
    await divider.getByRole('button', { name: 'Compare line by line' }).first().waitFor();
  });

  inDeep('folded messages stay, dimmed, and show what replaced them; Undo brings them back, Redo folds them again', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, '/compact');
    await goToFold(page);
    await page.locator('[data-folded]').first().waitFor();
    await page.getByRole('button', { name: 'condensed, not in context' }).last().click();
    await page.getByText('What the model sees instead').waitFor();
    await page.keyboard.press('Escape');
    const { percent } = await gauge(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('region', { name: /^Condensing undone/ }).waitFor();
    await expect.poll(async () => (await gauge(page)).percent).toBeGreaterThan(percent);
    await expect.poll(() => page.locator('[data-folded]').count()).toBe(0);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.locator('[data-folded]').first().waitFor();
    await expect.poll(async () => (await gauge(page)).percent).toBe(percent);
  });

  inDeep('a fold is seen whole that ends before the page hears of anything', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page('/');
    const late = gate();
    await page.route('**/events*', async (route) => {
      await late.opened;
      await route.continue();
    });
    await page.goto(`${talk.app.server.url}/s/${session}`);
    await field(page).waitFor();
    await page.getByRole('article').first().waitFor();
    await talk.client.post(`/api/sessions/${session}/condense`, {});
    await expect.poll(async () => (await talk.client.get(`/api/sessions/${session}/condensations`)).runs.length).toBe(1);
    late.open();
    await goToFold(page);
    await page.locator('[data-folded]').first().waitFor();
  });

  it('at 95 % a message waits, visibly queued, and is answered when the context fits', async () => {
    const session = await talk.session(0.97);
    const release = slowSummaries();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, 'Does this fit?');
    await page.getByText('Queued: the context is full and is condensed first').waitFor();
    release();
    await page.getByText('Understood.').waitFor();
  });

  it('a fold that fails where people want to be asked offers Retry, Truncate and Continue at my own risk', async () => {
    const session = await talk.session(0.97, { onFailure: 'ask' });
    talk.upstream.always = { status: 400, message: 'No summaries today.' };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, 'Will this be lost?');
    await page.getByRole('button', { name: 'Continue at my own risk' }).waitFor();
    await page.getByText('Failed to condense. Nothing changed.').waitFor();
    await field(page).fill('Something else');
    await page.getByText('The context is full: choose above how to go on').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    talk.upstream.always = null;
    await page.getByRole('button', { name: 'Truncate' }).click();
    await page.getByText('Understood.').waitFor();
    const { entries } = await talk.client.get(`/api/sessions/${session}/entries`);
    expect(entries.filter(({ parts }: { parts: { text: string }[] }) => parts[0]?.text === 'Will this be lost?').length).toBe(1);
  });

  inDeep('one divider, in one place: under way with pass and seconds, cancelled with nothing changed, then done', async () => {
    const session = await talk.session(0.6);
    let release = slowSummaries();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    const before = await gauge(page);
    await say(page, '/compact');
    const place = page.getByRole('article').filter({ has: page.locator('[data-fold]') });
    await place.getByText(/Summarizing \d+ messages\.\.\. · Native · pass 1\/1 Summarize · \d+ s/).waitFor();
    const index = await place.getAttribute('data-index');
    await place.getByRole('button', { name: 'Cancel' }).click();
    await place.getByText('Condensing was cancelled. Nothing changed.').waitFor();
    release();
    await expect.poll(() => gauge(page)).toEqual(before);
    await expect.poll(() => place.getAttribute('data-index')).toBe(index);
    // It is in the record, not in the tab: after a reload it stands where it was.
    const [{ at }] = (await talk.client.get(`/api/sessions/${session}/jobs`)).jobs;
    await page.goto(`${talk.app.server.url}/s/${session}?at=${at}`);
    await place.getByText('Condensing was cancelled. Nothing changed.').waitFor();
    await expect.poll(() => place.getAttribute('data-index')).toBe(index);
    release = slowSummaries();
    await say(page, '/compact');
    await place.locator('[data-fold="running"]').waitFor();
    release();
    await place.getByText(/^Context condensed \([\d,]+ → [\d,]+ tokens\)$/).waitFor();
    await expect.poll(() => place.getAttribute('data-index')).toBe(index);
  });

  inDeep('a fold that has nothing to gain says so where it would have stood', async () => {
    const page = await talk.app.page(`/s/${await talk.session(0.05)}`);
    await field(page).waitFor();
    await say(page, '/compact --force');
    await page
      .locator('[data-fold="skipped"]')
      .getByText(/^Not condensed: ./)
      .waitFor();
  });
});

describe('002 story 5: condensing by hand', () => {
  it('1 and 4. /compact tells tokens before, after and the reduction; within 30 seconds it says how long to wait', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    talk.standStill(true);
    await say(page, '/compact');
    await condensed(page);
    expect(talk.upstream.seen.some(({ body }) => JSON.stringify(body).includes('/compact'))).toBe(false);
    await say(page, '/compact');
    await page
      .getByRole('alert')
      .getByText(/can be again in \d+ s/)
      .waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('/compact');
  });

  inDeep('2. --force runs where /compact says that there is nothing to gain', async () => {
    const session = await talk.session(0.2);
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, '/compact');
    await page.getByRole('button', { name: 'Run with --force' }).click();
    await condensed(page);
  });

  inDeep('3. --fast asks the small model', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await field(page).fill('/compact --fa');
    await page.getByRole('option', { name: /\/compact --fast/ }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => field(page).inputValue()).toBe('/compact --fast');
    await page.keyboard.press('Enter');
    await condensed(page);
    // What names this session: others may still be at work.
    const asked = talk.upstream.seen.filter(({ body }) => JSON.stringify(body).includes(`src/${session.slice(-8)}/`));
    expect(asked.map(({ model }) => model)).toEqual(['gpt-4o-mini']);
  });

  it('the preview says what it would come to and changes nothing; Run does it', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => SUMMARY };
    const page = await talk.app.page(`/s/${session}`);
    await page.getByRole('button', { name: 'Summarize Conversation History' }).click();
    const preview = page.getByRole('dialog');
    await preview.getByText(/^≈ [\d,]+$/).waitFor();
    await preview.getByText('With each profile').waitFor();
    expect((await talk.client.get(`/api/sessions/${session}/condensations`)).runs).toEqual([]);
    await preview.getByRole('button', { name: 'Run' }).click();
    await condensed(page);
  });

  it('an unknown command is kept, with the nearest one offered; /save-progress answers with the checkpoint', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await say(page, '/compakt now');
    await page.getByRole('button', { name: 'Run /compact' }).waitFor();
    await page.getByRole('button', { name: 'Send it as a message' }).click();
    await page.getByText('Understood.').waitFor();
    await say(page, '/save-progress "completed auth feature"');
    const labels = async () =>
      (await talk.client.get(`/api/sessions/${session}/checkpoints`)).checkpoints.map(({ label }: { label: string }) => label);
    await expect.poll(labels).toContain('completed auth feature');
    await expect.poll(() => field(page).inputValue()).toBe('');
  });
});

describe('002 story 6: protected messages', () => {
  inDeep('1–3. the first and the locked message stay as they are; the lock shows and says what it costs', async () => {
    const session = await talk.session(0.6);
    talk.upstream.manner = { answer: () => SUMMARY };
    const { entries } = await talk.client.get(`/api/sessions/${session}/entries`);
    const locked = entries[4];
    const page = await talk.app.page(`/s/${session}?at=4`);
    const first = page.getByRole('article').filter({ hasText: 'Step 0:' });
    await first.getByText('protected', { exact: true }).waitFor();
    const row = page.getByRole('article').filter({ hasText: locked.parts[0].text.slice(0, 30) });
    await row.hover();
    await row.getByRole('button', { name: /^Protect: keeps .+ tokens in every request$/ }).click();
    await row.getByText('protected', { exact: true }).waitFor();
    await say(page, '/compact');
    await condensed(page);
    const after = (await talk.client.get(`/api/sessions/${session}/entries`)).entries;
    expect(after[0]).toMatchObject({ foldedBy: null, parts: entries[0].parts });
    expect(after[4]).toMatchObject({ foldedBy: null, protected: true, parts: locked.parts });
    expect(after[3].foldedBy).not.toBeNull();
  });
});
