import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECTIONS } from '../../packages/web/src/screens/settings/sections.ts';
import { type App, openApp } from './app.ts';
import { fold, sampleOf } from './folded.ts';

let app: App;
let session: string;
beforeAll(async () => {
  app = await openApp();
  session = await sampleOf(app);
  await fold(app, session);
});
afterAll(() => app?.close());

/** What nobody should read (docs/voice.md). */
const NEVER = [
  /pre_tokens|post_tokens/,
  /as set for everyone/i,
  /who does what/i,
  /simpler means than/i,
  /turns that off/i,
  /what another session knows/i,
  /\banew\b/i,
  /\b(?:un)?fold(?:s|ed|ing)?\b/i,
  /summaris/i,
  /Condensing undone \(/,
];

it('U14: no screen uses the words that were found wanting', async () => {
  const page = await app.page(`/s/${session}`);
  const found: string[] = [];
  const look = async (where: string) => {
    let text = '';
    // What is shown comes in pieces: the screen is read once it stands.
    const stands = async () => {
      const before = text;
      text = await page.locator('body').innerText();
      return text === before;
    };
    await expect.poll(stands, { interval: 150 }).toBe(true);
    // What people and models said is theirs.
    const own = await page.locator('[data-role], [data-session], pre, mark').allInnerTexts();
    const ours = own.reduce((rest, said) => rest.replaceAll(said, ''), text);
    for (const line of ours.split('\n')) if (NEVER.some((word) => word.test(line))) found.push(`${where}: ${line}`);
  };
  await page.getByText('Context condensed (').first().waitFor();
  await look('chat');
  const places = [
    ['/', '[data-session]'],
    ['/connect', 'form'],
    [`/s/${session}/inspector`, '[data-inspector-row]'],
    [`/s/${session}/timeline`, '[data-moment]'],
    [`/s/${session}/lab`, '[data-column]'],
    ['/metrics-summary', 'main h1'],
    ...SECTIONS.map(({ id }) => [`/settings/${id}`, 'main h2']),
  ] as const;
  for (const [path, drawn] of places) {
    await page.goto(app.server.url + path);
    await page.locator(drawn).filter({ visible: true }).first().waitFor();
    await look(path);
  }
  expect(found).toEqual([]);
});

it('U10: the palette finds what people call things', async () => {
  const page = await app.page(`/s/${session}`);
  await page.getByText('Context condensed (').first().waitFor();
  await page.keyboard.press('Control+k');
  for (const word of ['condense', 'undo', 'profile', 'checkpoint']) {
    await page.getByRole('combobox', { name: 'Search commands and sessions' }).fill(word);
    await expect.poll(() => page.getByRole('option').count(), { message: word }).toBeGreaterThan(0);
  }
});
