import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, describe, expect, it } from 'vitest';
import { answerHeaders, CONTENT_SECURITY_POLICY } from '../guard/headers.ts';
import { noPages, pagesFrom, pagesWhenAsked } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, 'dist');
mkdirSync(join(root, 'assets'), { recursive: true });
writeFileSync(join(root, 'index.html'), '<!doctype html><title>app</title>');
writeFileSync(join(root, 'assets', 'app-1a2b.js'), 'export {};');
writeFileSync(join(folder, 'secret.key'), 'canary');
symlinkSync(join(folder, 'secret.key'), join(root, 'link.txt'));

describe('pages', () => {
  it('are files of the app, and its start page for its own routes', async () => {
    const pages = await pagesFrom(root);
    for (const path of ['/', '/index.html', '/sessions/7', '/settings']) {
      const response = await pages(path);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('app');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
    const script = await pages('/assets/app-1a2b.js');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await pages('/assets/gone.js')).status).toBe(404);
  });

  it.each([
    '/../secret.key',
    '/..%2fsecret.key',
    '/%2e%2e/secret.key',
    '/assets/../../secret.key',
    '/link.txt',
    '/assets/%00.js',
    '/%E0%A4%A.js',
    '/..\\secret.key',
    '//secret.key',
  ])('never lead out of their folder: %s', async (path) => {
    const response = await (await pagesFrom(root))(path);
    expect(await response.text()).not.toContain('canary');
  });
});

it('is made ready when somebody first asks, who hears that it is not there yet', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let asked = 0;
  const pages = pagesWhenAsked(() => {
    asked++;
    return promise;
  });
  expect(asked).toBe(0);
  const early = await pages('/');
  expect(early.status).toBe(503);
  expect(early.headers.get('refresh')).toBe('2');
  resolve(root);
  expect(await (await pages('/')).text()).toContain('app');
  expect(asked).toBe(1);
});

it('says where the web app is not', async () => {
  const response = await noPages('/');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('/api/openapi.json');
});

it('lets the page that draws diagrams load and send nothing, and stand in a frame of ours alone', async () => {
  const app = new Hono().use(answerHeaders).get('*', (context) => context.text('page'));
  const of = async (path: string) => (await app.request(path)).headers;
  const drawing = await of('/diagrams.html');
  expect(drawing.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'unsafe-inline';/);
  expect(drawing.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(drawing.get('content-security-policy')).toMatch(/; sandbox allow-scripts allow-same-origin$/);
  expect((await of('/')).get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  expect((await of('/')).get('x-frame-options')).toBe('DENY');
});

it('lets no page run what it did not bring', () => {
  expect(CONTENT_SECURITY_POLICY).toContain("img-src 'self' data:");
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(CONTENT_SECURITY_POLICY).toContain("require-trusted-types-for 'script'");
});
