import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoSeriousFaults } from '../axe.ts';
import { field, gate, gauge, say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

/** Gives a file as a clipboard or a pointer would. */
async function give(page: Page, how: 'paste' | 'drop', name: string, type: string, text: string): Promise<void> {
  await field(page).focus();
  await page.evaluate(
    ({ how, name, type, text }) => {
      const given = new DataTransfer();
      given.items.add(new File([text], name, { type }));
      const options = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: given })
          : new DragEvent('drop', { ...options, dataTransfer: given });
      document.activeElement?.dispatchEvent(event);
    },
    { how, name, type, text },
  );
}

describe('writing', () => {
  const WAYS = ['paste', 'drop'] as const;
  it.each(process.env.TENFOLD_DEEP === '1' ? WAYS : WAYS.slice(0, 1))(
    'U6: a file given by %s stands with its tokens before it is sent, in the gauge too',
    async (how) => {
      const page = await talk.app.page(`/s/${await talk.session()}`);
      await expect.poll(async () => (await gauge(page)).room).toBeGreaterThan(0);
      const { used } = await gauge(page);
      await give(page, how, 'notes.txt', 'text/plain', 'walrus '.repeat(300));
      await page.getByText(/2\.1 kB, \d+ tokens/).waitFor();
      await expect.poll(async () => (await gauge(page)).used).toBeGreaterThan(used + 300);
      await page.getByRole('button', { name: 'Remove notes.txt' }).click();
      await expect.poll(async () => (await gauge(page)).used).toBe(used);
    },
  );

  it('U6: a file that its model does not take says so before it is sent', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    await field(page).waitFor();
    await give(page, 'drop', 'film.mp4', 'video/mp4', '\u0000\u0001film');
    await page.getByText(/film\.mp4 \(video\/mp4\) cannot be sent to this model/).waitFor();
  });

  it('U6: system text and temperature are a press away, hold for this chat and show while they do', async () => {
    const session = await talk.session();
    const page = await talk.app.page(`/s/${session}`);
    await page.getByRole('button', { name: 'System text and temperature', exact: true }).click();
    const manner = page.getByRole('dialog', { name: 'How the model answers here' });
    await manner.getByRole('textbox', { name: 'System text' }).fill('Answer like a walrus.');
    await manner.getByRole('textbox', { name: 'Temperature' }).fill('0.4');
    await page.getByRole('button', { name: 'System text and temperature: System text · Temperature 0.4' }).waitFor();
    await page.keyboard.press('Escape');
    await manner.waitFor({ state: 'detached' });
    await say(page, 'Who are you?');
    await page.getByText('Understood.').waitFor();
    expect(talk.upstream.seen.at(-1)).toMatchObject({ system: 'Answer like a walrus.', body: { temperature: 0.4 } });
    await page.getByRole('button', { name: /^System text and temperature/ }).click();
    for (const left of [1, 0]) {
      await manner.getByRole('button', { name: 'Inherit' }).first().click();
      await expect.poll(() => manner.getByRole('button', { name: 'Inherit' }).count()).toBe(left);
    }
    await page.getByRole('button', { name: 'System text and temperature', exact: true }).waitFor();
  });

  it('a command runs once however often Enter is pressed, and what is typed while it runs stays', async () => {
    const session = await talk.session(0.1);
    const page = await talk.app.page(`/s/${session}`);
    const { open, opened } = gate();
    await page.route('**/commands', async (route) => {
      await opened;
      await route.continue();
    });
    await say(page, '/save-progress "half way"');
    await field(page).press('Enter');
    await field(page).fill('Half a thought');
    open();
    await page.locator('[data-toast]').getByText('Checkpoint saved: "half way"').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);
    expect(await field(page).inputValue()).toBe('Half a thought');
    const { checkpoints } = await talk.client.get(`/api/sessions/${session}/checkpoints`);
    expect(checkpoints.filter(({ label }: { label: string }) => label === 'half way')).toHaveLength(1);
  });

  it('a command that is refused stays in the field with the reason, and its list is closed', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    const list = page.getByRole('listbox', { name: 'Commands' });
    await field(page).fill('/compact');
    await list.waitFor();
    await field(page).press('Enter');
    await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    await expect.poll(() => list.count()).toBe(0);
    expect(await field(page).inputValue()).toBe('/compact');
    await say(page, '/frobnicate');
    const unknown = page.getByRole('alert').filter({ hasText: 'There is no command /frobnicate.' });
    await unknown.getByText('/compact, /summarize, /save-progress and /settings').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Run / }).count()).toBe(0);
    await say(page, '/setings');
    await page.getByRole('button', { name: 'Run /settings' }).click();
    await page.waitForURL('**/settings/profiles');
  });

  it('has no serious fault in any look', async () => {
    const page = await talk.app.page(`/s/${await talk.session()}`);
    await field(page).waitFor();
    await give(page, 'drop', 'notes.txt', 'text/plain', 'walrus');
    await page
      .getByText(/\d tokens/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'System text and temperature', exact: true }).click();
    await page.getByRole('textbox', { name: 'System text' }).waitFor();
    await expectNoSeriousFaults(page);
  });
});
