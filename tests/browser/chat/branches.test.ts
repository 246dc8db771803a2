import { describe, expect, it } from 'vitest';
import { expectNoSeriousFaults } from '../axe.ts';
import { inDeep } from '../in-deep.ts';
import { talkOfFile } from './talk.ts';

const talk = talkOfFile();

/** A session with a question that was answered twice. */
async function branched(): Promise<string> {
  const session = await talk.session();
  let times = 0;
  talk.upstream.manner = { answer: () => ({ text: `On ice, ${++times}.` }) };
  await talk.client.say(session, { text: 'Where do walruses rest?' });
  await talk.client.say(session, { regenerate: true });
  return session;
}

describe('branches', () => {
  it('U5: are listed in the chat, named, chosen by name, and named again on the timeline', async () => {
    const session = await branched();
    const page = await talk.app.page(`/s/${session}`);
    await page.getByRole('button', { name: 'Branch: Branch 2' }).click();
    await page.getByRole('menuitem', { name: 'Name this branch…' }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('The shorter answer');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Branch: The shorter answer' }).click();
    await page.getByRole('menuitem', { name: /^Main/ }).click();
    // Under the pointer it stays for as long as it takes.
    const told = page.locator('[data-toast]', { hasText: 'Now on' });
    await told.hover();
    await page.getByRole('button', { name: 'Branch: Main' }).waitFor();
    await page.getByText('1/2').waitFor();
    // Naming it can be undone too.
    await told.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Branch: The shorter answer' }).waitFor();
    await page.getByText('2/2').waitFor();
    await page.goto(`${talk.app.server.url}/s/${session}/timeline`);
    await page.getByRole('button', { name: 'Name the branch The shorter answer' }).click();
    await name.fill('');
    await name.press('Enter');
    await page.getByRole('button', { name: /^Branch 2/ }).waitFor();
  });

  it('U6: a conversation is copied as Markdown and saved as a page where a device shares with nothing', async () => {
    const page = await talk.app.page(`/s/${await branched()}`);
    await page.evaluate(() => {
      const kept: string[] = [];
      Object.assign(window, { kept });
      navigator.clipboard.writeText = async (text) => void kept.push(text);
    });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await page.getByText('Copied as Markdown').waitFor();
    const [text] = await page.evaluate(() => (window as unknown as { kept: string[] }).kept);
    expect(text).toMatch(/^# A talk[\s\S]*Where do walruses rest\?[\s\S]*On ice, 2\./);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share as a file' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('A-talk.html');
    let written = '';
    for await (const chunk of await file.createReadStream()) written += String(chunk);
    expect(written).toContain('Where do walruses rest?');
  });

  inDeep('have no serious fault in any look', async () => {
    const page = await talk.app.page(`/s/${await branched()}`);
    await page.getByRole('button', { name: 'Branch: Branch 2' }).click();
    await page.getByRole('menuitem', { name: 'Name this branch…' }).waitFor();
    await expectNoSeriousFaults(page);
  });

  it('nothing complained', () => {
    expect(talk.app.complaints).toEqual([]);
  });
});
