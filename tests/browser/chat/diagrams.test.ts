import { describe, expect, it } from 'vitest';
import { expectNoSeriousFaults } from '../axe.ts';
import { inDeep } from '../in-deep.ts';
import { say, talkOfFile } from './talk.ts';

const talk = talkOfFile();

const answerWith = (diagram: string) => {
  talk.upstream.manner = { answer: () => ({ text: `Look:\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n\nThat is it.` }) };
};

const KINDS = [
  ['flowchart', 'flowchart TD\n  Walrus --> Ice{Is there ice?}\n  Ice -->|yes| Rest', 'Is there ice?'],
  ['sequence', 'sequenceDiagram\n  Walrus->>Seal: Is there room?\n  Seal-->>Walrus: No.', 'Is there room?'],
] as const;

describe('diagrams', () => {
  it.each(process.env.TENFOLD_DEEP === '1' ? KINDS : KINDS.slice(0, 1))(
    'U6: a %s becomes a picture, and stays readable as text',
    async (_, diagram, words) => {
      answerWith(diagram);
      const page = await talk.app.page(`/s/${await talk.session()}`);
      await say(page, 'Draw it.');
      const picture = page.getByRole('img', { name: /^Diagram, as text/ });
      await picture.waitFor();
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(50);
      await expect.poll(async () => decodeURIComponent((await picture.getAttribute('src')) ?? '')).toContain(words.split(' ')[0]);
      await page.getByRole('button', { name: 'Show as text' }).click();
      await page.getByText('Walrus', { exact: false }).first().waitFor();
      await page.getByRole('button', { name: 'Show the diagram' }).click();
      await picture.waitFor();
    },
  );

  it('a text that is no diagram stays as it was written', async () => {
    answerWith('flowchart TD\n  A -- > -- B[[[');
    const page = await talk.app.page(`/s/${await talk.session()}`);
    await say(page, 'Draw it.');
    await page.getByText('A -- > -- B[[[').waitFor();
    await page.getByText('That is it.').waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Diagram/ }).count()).toBe(0);
  });

  it.each([
    ['drawn without it', 'A["<script>window.hacked=1</script>Walrus"] --> B\n  click B href "https://evil.example/"', true],
    ['drawn or not', 'A["<img src=https://evil.example/pixel onerror=window.hacked=1>"] --> B', false],
  ])('loads nothing and runs nothing that a text wishes for: %s', async (_, diagram, isDrawn) => {
    const wish = '%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(https://evil.example/css) }"}}%%';
    answerWith(`${wish}\nflowchart TD\n  ${diagram}`);
    const page = await talk.app.page(`/s/${await talk.session()}`);
    const answered: string[] = [];
    page.on('response', (response) => answered.push(response.url()));
    await say(page, 'Draw it.');
    await page.getByText('That is it.').waitFor();
    const picture = page.getByRole('img', { name: /^Diagram/ });
    if (isDrawn) {
      await picture.waitFor();
      const svg = decodeURIComponent((await picture.getAttribute('src')) ?? '');
      expect(svg).not.toMatch(/<script|<a[\s>]|<image|foreignObject|\son\w+=|javascript:|evil\.example/i);
    }
    await expect.poll(() => page.frames().map((frame) => new URL(frame.url()).pathname)).toContain('/diagrams.html');
    expect(page.frames()).toHaveLength(2);
    for (const frame of page.frames()) expect(await frame.evaluate(() => 'hacked' in window)).toBe(false);
    expect(answered.filter((url) => url.includes('evil.example'))).toEqual([]);
  });

  inDeep('have no serious fault in any look', async () => {
    answerWith('flowchart LR\n  Walrus --> Ice');
    const page = await talk.app.page(`/s/${await talk.session()}`);
    await say(page, 'Draw it.');
    await page.getByRole('img', { name: /^Diagram/ }).waitFor();
    await expectNoSeriousFaults(page);
  });

  it('nothing complained', () => {
    // The browser says what it refused to load.
    expect(talk.app.complaints.filter((complaint) => !/evil\.example.*blocked/.test(complaint))).toEqual([]);
  });
});
