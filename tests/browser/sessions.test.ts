import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from './app.ts';
import { expectNoSeriousFaults } from './axe.ts';
import { sampleOf } from './folded.ts';
import { inDeep } from './in-deep.ts';
import { CANARY, PAYLOADS } from './xss-payloads.ts';

let app: App;
let sample: string;
beforeAll(async () => {
  app = await openApp();
  sample = await sampleOf(app);
}, 120_000);
afterAll(() => app.close());

const row = (page: Page, title: string) => page.locator('li[data-session]').filter({ hasText: title });
const titleIsTyped = (page: Page) => page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
const session = (title: string) => app.server.client.post('/api/sessions', { title });

describe('the picker', () => {
  it('002 story 4.1: shows title, last message, time and checkpoint count, with no serious fault in any look', async () => {
    const page = await app.page('/');
    const { title, lastMessage, checkpoints } = (await app.server.client.get('/api/sessions')).sessions[0];
    const first = row(page, title);
    await first.waitFor();
    await expect.poll(() => first.innerText()).toContain(lastMessage.slice(0, 40));
    await expect.poll(() => first.locator('time').count()).toBe(1);
    await expect.poll(() => first.innerText()).toContain(`${checkpoints} checkpoint`);
    await expect.poll(() => first.getByText('%').count()).toBe(1);
    await expectNoSeriousFaults(page);
  });

  it('002 stories 4.2 and 4.3: Resume Latest opens the conversation as it was left, Browse Checkpoints its timeline', async () => {
    const page = await app.page('/');
    const { lastMessage } = (await app.server.client.get('/api/sessions')).sessions[0];
    await page.getByRole('link', { name: 'Resume Latest' }).first().click();
    await page.waitForURL(`**/s/${sample}`);
    await page.getByText(lastMessage.slice(0, 40)).first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Browse Checkpoints' }).first().click();
    await page.waitForURL(`**/s/${sample}/timeline`);
    await page.locator('[data-moment]').first().waitFor();
  });

  it('teaches what to try with the sample, and finds any word of any message', async () => {
    const page = await app.page('/');
    await page.getByRole('complementary', { name: 'First steps' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('micro-tokens');
    const hit = page.getByRole('region', { name: 'Found in messages' }).getByRole('link').first();
    await hit.waitFor();
    await page.waitForURL('**/?q=micro-tokens');
    await expect.poll(() => hit.locator('mark').count()).toBeGreaterThan(0);
    await page.goto(`${app.server.url}/?q=zebrafish-nowhere`);
    await page.getByRole('heading', { name: /Nothing found for/ }).waitFor();
  });

  inDeep('loads more as it is scrolled, and finds titles and opens them from the palette beyond what is loaded', async () => {
    const titles = Array.from({ length: 60 }, (_, n) => `Crowd ${String(n).padStart(3, '0')}`);
    for (const title of titles) await session(title);
    const page = await app.page('/');
    await row(page, 'Crowd 059').waitFor();
    await expect.poll(() => row(page, 'Crowd 000').count()).toBe(0);
    await expect
      .poll(async () => {
        await page.locator('li[data-session]').last().scrollIntoViewIfNeeded();
        return row(page, 'Crowd 000').count();
      })
      .toBe(1);
    await page.goto(`${app.server.url}/?q=crowd%20003`);
    await row(page, 'Crowd 003').waitFor();
    await page.goto(app.server.url);
    await row(page, 'Crowd 059').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('crowd 007');
    await page.getByRole('option', { name: 'Crowd 007' }).click();
    await page.waitForURL('**/s/*');
    const { sessions } = await app.server.client.get('/api/sessions?q=crowd&limit=500');
    for (const { id } of sessions) await app.server.client.delete(`/api/sessions/${id}`);
  });

  it('is worked by keyboard: move, open, rename, archive and undo, and start another with n', async () => {
    await session('Keyboard one');
    const page = await app.page('/');
    await row(page, 'Keyboard one').waitFor();
    await page.keyboard.press('j');
    await row(page, 'Keyboard one').and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('r');
    await titleIsTyped(page);
    await page.keyboard.type('Renamed by keys');
    await page.keyboard.press('Enter');
    await row(page, 'Renamed by keys').waitFor();
    await page.waitForFunction("document.activeElement?.hasAttribute('data-row')");
    await page.keyboard.press('x');
    await row(page, 'Renamed by keys').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Renamed by keys').waitFor();
    await page.locator('[data-row]').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/s/*');
    const opened = page.url();
    await page.goBack();
    await page.locator('[data-session]').first().waitFor();
    await page.keyboard.press('n');
    await page.waitForURL((url) => url.pathname.startsWith('/s/') && url.href !== opened);
  });

  it('deletes with a way back, and for good when the page goes', async () => {
    const { id } = await session('Gone soon');
    const page = await app.page('/');
    const remove = async () => {
      await row(page, 'Gone soon')
        .getByRole('button', { name: /^Actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await row(page, 'Gone soon').waitFor({ state: 'detached' });
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await row(page, 'Gone soon').waitFor();
    await remove();
    await page.goto(`${app.server.url}/metrics-summary`);
    await expect
      .poll(async () => (await app.server.client.get('/api/sessions')).sessions.some((one: { id: string }) => one.id === id))
      .toBe(false);
  });

  inDeep('shows what another tab did', async () => {
    const { id } = await session('Two tabs');
    const [one, two] = [await app.page('/'), await app.page('/')];
    await two.clock.install();
    await two.reload();
    await row(two, 'Two tabs').waitFor();
    await row(one, 'Two tabs')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await one.getByRole('menuitem', { name: 'Rename' }).click();
    await titleIsTyped(one);
    await one.keyboard.type('Renamed elsewhere');
    await one.keyboard.press('Enter');
    await row(one, 'Renamed elsewhere').waitFor();
    await two.clock.runFor(10_000);
    await row(two, 'Renamed elsewhere').waitFor();
    await app.server.client.delete(`/api/sessions/${id}`);
  });
});

describe('projects', () => {
  it('holds chats, shows only them, and takes them along after a clear question', async () => {
    const page = await app.page('/');
    await page.getByRole('button', { name: 'Projects' }).click();
    await page.getByRole('menuitem', { name: 'New project…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sluice 3');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL('**/?project=*');
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.waitForURL('**/s/*');
    await page.goBack();
    await expect.poll(() => page.locator('[data-session]').count()).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Projects' }).click();
    await page.getByRole('menuitem', { name: /Delete “Sluice 3”/ }).click();
    const question = page.getByRole('alertdialog');
    await expect.poll(() => question.innerText()).toContain('Delete “Sluice 3” and its 1 chat?');
    await expect.poll(() => question.innerText()).toContain('cannot be undone');
    await question.getByRole('button', { name: 'Delete project and 1 chat' }).click();
    await page.waitForURL((url) => !url.search.includes('project'));
    await expect.poll(async () => (await app.server.client.get('/api/projects')).projects).toEqual([]);
    expect((await app.server.client.get(`/api/sessions/${sample}`)).id).toBe(sample);
  });

  inDeep('takes a conversation in and lets it go again', async () => {
    const { id } = await session('Wanders');
    const project = await app.server.client.post('/api/projects', { name: 'Sluice 4' });
    const page = await app.page('/');
    const move = async (to: string) => {
      await row(page, 'Wanders')
        .getByRole('button', { name: /^Actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Move to project' }).press('ArrowRight');
      await page.getByRole('menuitem', { name: to }).click();
    };
    const belongsTo = () => app.server.client.get(`/api/sessions/${id}`).then(({ projectId }) => projectId);
    await move('Sluice 4');
    await expect.poll(belongsTo).toBe(project.id);
    await page.getByText('Moved “Wanders” to “Sluice 4”').waitFor();
    await move('No project');
    await expect.poll(belongsTo).toBe(null);
    await app.server.client.delete(`/api/sessions/${id}`);
    await app.server.client.delete(`/api/projects/${project.id}`);
  });
});

describe('import', () => {
  const record = (type: 'user' | 'assistant', content: string, uuid: string, parentUuid: string | null) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid,
      sessionId: 's1',
      timestamp: '2026-05-01T10:00:00Z',
      message: { role: type, content },
    });
  const transcript = (text: string) =>
    [record('user', text, 'u1', null), '{ broken', record('assistant', 'Noted.', 'u2', 'u1')].join('\n');

  it('takes a file over and reports what was skipped', async () => {
    const page = await app.page('/');
    await page.getByLabel('Transcripts to import').setInputFiles([
      { name: 'talk.jsonl', mimeType: 'text/plain', buffer: Buffer.from(transcript('Where do walruses sleep?')) },
      { name: 'empty.jsonl', mimeType: 'text/plain', buffer: Buffer.from('nothing here') },
    ]);
    const report = page.getByRole('dialog');
    await report.waitFor();
    await expect.poll(() => report.innerText()).toMatch(/1 conversation imported/);
    await report
      .getByText(/record skipped|records skipped/)
      .last()
      .click();
    await expect.poll(() => report.innerText()).toContain('Line 2');
    await report.getByRole('link').first().click();
    await page.getByText('Where do walruses sleep?').first().waitFor();
  });

  inDeep('gives an import up when it is cancelled, and keeps nothing of it', async () => {
    const page = await app.page('/');
    const asked = Promise.withResolvers<void>();
    // It never gets there, as with a file that takes long.
    await page.route('**/api/import', () => asked.resolve());
    await page.getByLabel('Transcripts to import').setInputFiles([
      { name: 'long.jsonl', mimeType: 'text/plain', buffer: Buffer.from(transcript('A very long story')) },
      { name: 'next.jsonl', mimeType: 'text/plain', buffer: Buffer.from(transcript('Its second part')) },
    ]);
    await asked.promise;
    await page.getByText('Importing 1 of 2…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: '2 files cancelled' }).waitFor();
    await page.getByText('Close', { exact: true }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  });

  inDeep('takes files that are dropped', async () => {
    const page = await app.page('/');
    await page.locator('[data-session]').first().waitFor();
    const carried = `new File([${JSON.stringify(transcript('Dropped from above'))}], 'dropped.jsonl')`;
    const files = await page.evaluateHandle(
      `(() => { const all = new DataTransfer(); all.items.add(${carried}); return all; })()`,
    );
    await page.getByRole('heading', { name: 'Sessions' }).dispatchEvent('dragover', { dataTransfer: files });
    await page.getByText('Drop to import').waitFor();
    await page.getByRole('heading', { name: 'Sessions' }).dispatchEvent('drop', { dataTransfer: files });
    await page
      .getByRole('dialog')
      .getByText(/1 conversation imported/)
      .waitFor();
  });
});

describe('hostile content', () => {
  inDeep('shows markup in titles, imports, checkpoints and errors as text; none runs, none loads', async () => {
    const lines = PAYLOADS.map((payload) => JSON.stringify({ role: 'user', content: payload })).join('\n');
    const { sessions } = await app.server.client.post('/api/import', { name: `${PAYLOADS[1]}.jsonl`, text: lines });
    const hostile = sessions[0].id;
    for (const payload of PAYLOADS) await session(payload.slice(0, 290));
    await app.server.client.post(`/api/sessions/${hostile}/checkpoints`, { label: PAYLOADS[1] });
    await app.server.client.patch(`/api/sessions/${hostile}`, { title: PAYLOADS[5] });
    const asked: string[] = [];
    const page = await app.page('/');
    page.on('request', (request) => {
      if (request.url().startsWith(CANARY)) asked.push(request.url());
    });
    const error = encodeURIComponent(PAYLOADS[1] ?? '');
    for (const place of [
      '/',
      `/?q=${encodeURIComponent('<script>')}`,
      `/s/${hostile}/inspector`,
      `/s/${hostile}/timeline`,
      `/s/${hostile}/lab`,
      `/s/${error}/inspector`,
      `/s/${error}/timeline`,
    ]) {
      await page.goto(app.server.url + place);
      await page
        .locator('main :is([data-session], [data-inspector-row], [data-moment], [data-column], [role="alert"], mark)')
        .first()
        .waitFor();
      const heads = page.locator('[data-inspector-row] > button, [data-moment] > button');
      for (let index = 0; index < Math.min(6, await heads.count()); index++) await heads.nth(index).press('Enter');
      expect(await page.evaluate("'__ran' in window"), place).toBe(false);
    }
    await page.goto(app.server.url);
    await page.getByLabel('Transcripts to import').setInputFiles([
      {
        name: '<img src=x onerror=window.__ran=1>',
        mimeType: 'text/plain',
        buffer: Buffer.from(`<script>window.__ran=1</script>`),
      },
    ]);
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate("'__ran' in window")).toBe(false);
    expect(asked).toEqual([]);
  });
});
