import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, openApp } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await openApp();
}, 120_000);
afterAll(() => app.close());

it('paints first with at most 300 kB of scripts and styles, gzipped', async () => {
  const page = await app.page('/');
  await page.locator('[data-session]').first().waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const urls = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const fetched = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < painted);
    return fetched.map(({ name }) => name).filter((name) => /\.(js|css)$/.test(name));
  });
  const sizes = await Promise.all(urls.map(async (url) => gzipSync(await (await fetch(url)).bytes()).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThan(300_000);
});

describe('a change whose place on the screen is gone before it is made', () => {
  it('opens the session that was started from the palette', async () => {
    const page = await app.page('/settings/about');
    await page.getByRole('button', { name: 'Commands' }).click();
    await page.getByRole('option', { name: 'New session' }).click();
    await page.waitForURL(/\/s\/[^/]+$/);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  it('tells why it failed', async () => {
    const page = await app.page('/');
    await page.locator('[data-session]').first().waitFor();
    const address = await page.locator('[data-session] a').first().getAttribute('href');
    await page.goto(new URL(address ?? '', page.url()).href);
    const refuse = Promise.withResolvers<void>();
    await page.route('**/checkpoints', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await refuse.promise;
      await route.abort();
    });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save progress' }).click();
    await page.getByRole('link', { name: 'Metrics' }).click();
    await page.getByRole('heading', { name: 'Metrics' }).waitFor();
    refuse.resolve();
    await page.locator('[data-toast]', { hasText: 'Tenfold is not answering.' }).waitFor();
  });
});

const NOWHERE = ['/s/nobody', '/what/ever', '/s/nobody/lab'];

describe('when things are not as usual', () => {
  it('leads on from an address that leads nowhere', async () => {
    for (const path of process.env.TENFOLD_DEEP === '1' ? NOWHERE : NOWHERE.slice(0, 1)) {
      const page = await app.page(path);
      await page.getByRole('alert').waitFor();
      // There is no conversation, so its screens are not offered either.
      await page
        .getByRole('navigation', { name: 'Places' })
        .getByRole('link', { name: 'Inspector' })
        .waitFor({ state: 'detached' });
      await page.getByRole('alert').getByRole('link', { name: 'All conversations' }).click();
      await page.locator('[data-session]').first().waitFor();
      await expect.poll(() => page.getByText('Tenfold is not answering').count()).toBe(0);
    }
  });

  it('says that a conversation is gone that is deleted elsewhere', async () => {
    const { client } = app.server;
    const { id } = await client.post('/api/sessions', { title: 'Soon gone' });
    const page = await app.page(`/s/${id}`);
    await page.getByRole('textbox', { name: 'Message' }).fill('What is typed there');
    await client.delete(`/api/sessions/${id}`);
    await page.getByRole('heading', { name: 'There is no such conversation' }).waitFor();
  });

  it('says that the server is away, keeps showing what is there, and comes back by itself', async () => {
    const page = await app.page('/');
    await page.locator('[data-session]').first().waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('searchbox').fill('zebrafish-nowhere');
    const away = page.getByText('Tenfold is not answering. What you type is kept');
    await away.waitFor();
    await page.unroute('**/api/**');
    await away.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /Nothing found for/ }).waitFor();
  });

  it('says so where there is no such page, of the settings too', async () => {
    const page = await app.page('/settings/wallpaper');
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await page.getByRole('link', { name: 'All conversations' }).click();
    await page.locator('[data-session]').first().waitFor();
  });
});

it('what the browser does not let be copied says why', async () => {
  const page = await app.page('/icon.svg');
  // As a page has it that comes by HTTP from another machine.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(app.server.url);
  await page.locator('[data-session] a').filter({ hasText: 'rate limiter' }).first().click();
  await page.getByRole('button', { name: 'Copy as Markdown' }).last().click();
  await page
    .locator('[data-toast]')
    .getByText(/^This could not be copied/)
    .waitFor();
});

it('a token that counts no more is asked for at once, not told as a server that is away; what was typed is still there', async () => {
  const page = await app.page('/');
  const over = Promise.withResolvers<void>();
  await page.route(
    '**/events',
    async (route) => {
      await over.promise;
      await route.fulfill({ status: 200, contentType: 'text/event-stream', body: '' });
    },
    { times: 1 },
  );
  await page.locator('[data-session] a').first().click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Half a thought');
  await page.evaluate(() => {
    const seen = { away: false };
    Object.assign(window, { seen });
    const look = () => {
      seen.away ||= document.body.innerText.includes('Tenfold is not answering');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const body = JSON.stringify({ type: 'about:blank', status: 401, code: 'unauthorized', title: 'No', detail: 'Not any more.' });
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', body }));
  // The stream of its events ends with the token.
  over.resolve();
  await page.getByRole('heading', { name: 'This server asks for a token' }).waitFor();
  await page.waitForResponse((response) => response.url().endsWith('/events') && response.status() === 401);
  expect(await page.evaluate(() => (window as unknown as { seen: { away: boolean } }).seen.away)).toBe(false);
  await page.unroute('**/api/**');
  await page.getByLabel('Token').fill('another');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await field.inputValue()).toBe('Half a thought');
});
