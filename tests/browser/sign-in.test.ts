import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIssuer } from '../../packages/server/src/testing/oidc-issuer.ts';
import { freePort } from '../free-port.ts';
import { type App, openApp } from './app.ts';
import { seriousFaults } from './axe.ts';

let app: App;
let issuer: Awaited<ReturnType<typeof openIssuer>>;
beforeAll(async () => {
  const port = await freePort();
  issuer = await openIssuer(`http://127.0.0.1:${port}/auth/callback`);
  const settings = { issuer: issuer.url, audience: 'tenfold', keys: `${issuer.url}/jwks` };
  app = await openApp({ port, issuer: settings, oidc: { issuer: issuer.url, clientId: 'tenfold' } });
});
afterAll(async () => {
  await app?.close();
  await issuer?.close();
});

it('lets people sign in at their issuer, work, and sign out', async () => {
  const page = await app.pageOfStranger();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('input[name=login]').fill('ada');
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.locator('input[name=login]').waitFor({ state: 'detached' });
  await page.locator('button[type=submit]').click();
  await page.waitForURL(`${app.server.url}/**`);
  await page.getByRole('navigation', { name: 'Places' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  const made = await page.evaluate(async () => {
    const proof = /tenfold-csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-tenfold-csrf': proof };
    return { status: (await fetch('/api/sessions', { method: 'POST', headers, body: '{}' })).status, cookies: document.cookie };
  });
  expect(made.status).toBe(201);
  expect(made.cookies).not.toContain('tfp_');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
});
