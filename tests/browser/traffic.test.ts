import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upstream } from '../upstream/upstream.ts';
import { type App, openApp } from './app.ts';
import { seriousFaults } from './axe.ts';
import { inDeep } from './in-deep.ts';

let app: App;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await Upstream.open({ window: 8_000, answer: () => ({ text: 'Read.' }) });
  const base = upstream.url().replace(/\/v1$/, '');
  app = await openApp({ gateway: { room: 6_000, upstreams: { anthropic: base, openai: base, gemini: base } } });
}, 120_000);
afterAll(async () => {
  await app.close();
  await upstream.close();
});

const parts = (count: number) =>
  Array.from({ length: count }, (_, part) => [
    { role: 'user', content: `Part ${part}: ${'some words of talk '.repeat(150)}` },
    { role: 'assistant', content: 'Read.' },
  ]).flat();

/** What a client sends, whole as always. */
function ask(messages: readonly object[], more: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [...messages, { role: 'user', content: 'Go on.' }] });
  const headers = { 'user-agent': 'heron-client/1.2', ...more };
  return fetch(`${app.server.url}/v1/chat/completions`, { method: 'POST', body, headers });
}

describe('traffic', () => {
  it('says how to point a program here, and shows requests as they come', async () => {
    const page = await app.page('/traffic');
    await page.getByText('Point a program here and its requests appear').waitFor();
    await page.getByText(`OPENAI_BASE_URL=${app.server.url}/v1 my-app`).waitFor();
    await ask(parts(2));
    const row = page.getByRole('region', { name: 'Requests' }).getByRole('row').filter({ hasText: 'heron-client/1.2' });
    await row.getByRole('cell', { name: 'gpt-4o' }).waitFor();
    await row.getByRole('cell', { name: '200', exact: true }).waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.getByText('It was passed on unchanged, byte for byte.').waitFor();
  });

  inDeep('shows the requests of one session of a client by themselves', async () => {
    const run = { 'x-session-id': 'heron-7' };
    const [first] = [await ask(parts(1), run), await ask(parts(3), run), await ask(parts(4))];
    const page = await app.page(`/traffic?request=${first?.headers.get('x-tenfold-request-id')}`);
    const rows = page.getByRole('region', { name: 'Requests' }).getByRole('rowheader');
    await expect.poll(() => rows.count()).toBeGreaterThan(2);
    await page.getByRole('link', { name: "All of the client's session" }).click();
    await page.getByText("2 requests of the client's session heron-7").waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(2);
  });

  inDeep('has everything on the screen of a phone', async () => {
    const id = (await ask(parts(2))).headers.get('x-tenfold-request-id');
    const page = await app.page(`/traffic?request=${id}`, { viewport: { width: 390, height: 844 } });
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByText('gpt-4o').first().waitFor();
    const list = page.getByRole('region', { name: 'Requests' });
    await list.getByRole('cell', { name: '200', exact: true }).first().waitFor();
    await expect.poll(() => list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expect.poll(() => seriousFaults(page)).toEqual([]);
  });

  it('shows what was received and sent of a folded one, what another strategy would send, and its session', async () => {
    const answer = await ask(parts(12));
    const id = answer.headers.get('x-tenfold-request-id');
    const page = await app.page(`/traffic?request=${id}`);
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByText('Part 0: some words').waitFor();
    await request.getByRole('tab', { name: 'Sent' }).click();
    await request.getByText('[Compressed Message Summary]').waitFor();
    await request.getByRole('tab', { name: 'Diff' }).click();
    await request.getByText('[Compressed Message Summary]').first().waitFor();
    await request.getByRole('tab', { name: 'Replay' }).click();
    await request.getByRole('combobox', { name: 'Strategy' }).click();
    const strategies = (await app.server.client.get('/api/strategies')).strategies.map(({ name }: { name: string }) => name);
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(strategies);
    await page.keyboard.press('Escape');
    await request.getByRole('button', { name: 'Replay' }).click();
    await request.getByText(/[\d,]+ → [\d,]+ tokens/).waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await page.getByText(/1 fold · 0 refusals/).waitFor();
    await request.getByRole('link', { name: 'Its session' }).click();
    await page.waitForURL(`**/s/${answer.headers.get('x-tenfold-session')}/inspector`);
    expect(app.complaints).toEqual([]);
  });
});
