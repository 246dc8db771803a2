import { countText } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { inDeep } from '../in-deep.ts';
import { field, gauge, paste, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const QUIET = { soft: 'off' };

describe('002 story 1: how full the context is', () => {
  it('1. the first message of a new session shows current usage, in green', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await say(page, 'Good morning.');
    await page.getByText('Understood.').waitFor();
    const isAsTold = async () => {
      const { text } = await talk.client.get(`/api/sessions/${session}/status`);
      return (await page.getByTestId('gauge-text').innerText()).includes(text);
    };
    await expect.poll(isAsTold).toBe(true);
    await expect.poll(() => gauge(page)).toMatchObject({ level: 'normal', room: 9_000 });
  });

  const LEVELS = [
    ['3. from 85 percent on', 0.86, 'critical', 'Nearly full'],
    ['2. from 70 percent on', 0.71, 'warning', 'Filling up'],
  ] as const;
  it.each(process.env.TENFOLD_DEEP === '1' ? LEVELS : LEVELS.slice(0, 1))(
    '%s it warns, in colour, with an icon and in words',
    async (_, share, level, words) => {
      const session = await talk.session(share, QUIET);
      const page = await talk.app.page(`/s/${session}`);
      await page.getByTestId('gauge-text').waitFor();
      await expect.poll(() => gauge(page)).toMatchObject({ level, percent: Math.round(share * 100) });
      await expect.poll(() => page.getByTestId('gauge').locator('svg.lucide').count()).toBe(1);
      const pulses = page.getByRole('meter').locator('[class*="animate-pulse"]');
      await expect.poll(() => pulses.count()).toBe(level === 'warning' ? 1 : 0);
      await page.getByTestId('gauge').click();
      await page.getByText(words).waitFor();
    },
  );

  inDeep('4. hovering shows used, reserved and available; a click only tells more: nothing is condensed by it', async () => {
    const session = await talk.session(0.5);
    const page = await talk.app.page(`/s/${session}`);
    const { used, reserved, available } = await talk.client.get(`/api/sessions/${session}/status`);
    await page.getByTestId('gauge').hover();
    const said = [used, reserved, available].map((tokens: number) => tokens.toLocaleString('en-US'));
    await page.getByText(`Used ${said[0]} · reserved for the answer ${said[1]} · available ${said[2]}`).waitFor();
    const meter = page.getByRole('meter', { name: 'Context used' });
    await expect.poll(() => meter.getAttribute('aria-valuetext')).toMatch(/^[\d,]+ of 9,000 tokens, 50 percent, normal$/);
    await page.getByTestId('gauge').click();
    await page.getByText('Condenses in the background from 80% (built in)').waitFor();
    const { runs } = await talk.client.get(`/api/sessions/${session}/condensations`);
    expect(runs).toEqual([]);
  });

  it('counts what is typed in the page itself, before the server is asked', async () => {
    const session = await talk.session(0.2);
    const page = await talk.app.page(`/s/${session}`);
    await page.getByTestId('gauge-text').waitFor();
    await page.route('**/status', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    const before = await gauge(page);
    const words = 'How many tokens does this question weigh, and is it counted as I type?';
    await field(page).fill(words);
    const least = countText(words);
    await expect
      .poll(async () => (await gauge(page)).used - before.used)
      .toSatisfy((more: number) => least <= more && more <= least + 8);
  });
});

describe('003 story 2: long pastes', () => {
  it('201 characters become [LongText#1], 200 stay; numbers go up; all is sent in full', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await field(page).waitFor();
    await paste(page, 'x'.repeat(200));
    await expect.poll(() => field(page).inputValue()).toBe('x'.repeat(200));
    await field(page).fill('');
    const first = `${'alpha '.repeat(40)}first`;
    const second = `${'beta '.repeat(60)}second`;
    await paste(page, first);
    await page.keyboard.type(' and ');
    await paste(page, second);
    await expect.poll(() => field(page).inputValue()).toBe('[LongText#1] and [LongText#2]');
    await page.getByRole('button', { name: /\[LongText#2\].*tokens/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Understood.').waitFor();
    const { entries } = await talk.client.get(`/api/sessions/${session}/entries`);
    expect(entries[0].parts[0].text).toBe(`${first} and ${second}`);
    // A mark goes as a whole, and the same characters typed by hand mean nothing.
    await paste(page, 'gamma '.repeat(50));
    await page.keyboard.press('Backspace');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.keyboard.type('[LongText#1] by hand');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('Understood.').count()).toBe(2);
    const later = await talk.client.get(`/api/sessions/${session}/entries`);
    expect(later.entries[2].parts[0].text).toBe('[LongText#1] by hand');
  });
});
