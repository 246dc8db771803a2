import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { builtWeb, findWeb } from './build-web.ts';

// Inside the package, so that a builder can be found from there.
mkdirSync(join(import.meta.dirname, '../../node_modules'), { recursive: true });
const folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.web-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const events: string[] = [];
const note = (event: string) => void events.push(event);
const log = { info: note, warn: note, error: note };

it('is built from its sources, again only when they are newer, and kept when a build fails', async () => {
  expect(await builtWeb(log, folder)).toBeNull();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/src/main.js"></script>');
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'main.js'), 'document.title = "built";');
  const built = await builtWeb(log, folder);
  expect(built).toBe(join(folder, 'dist'));
  expect(findWeb(folder)).toBe(built);
  const page = () => readFileSync(join(folder, 'dist', 'index.html'), 'utf8');
  const first = page();
  await builtWeb(log, folder);
  expect(events).toEqual(['building-web']);

  const later = new Date(Date.now() + 10_000);
  writeFileSync(join(folder, 'src', 'main.js'), 'this is not a script');
  utimesSync(join(folder, 'src', 'main.js'), later, later);
  expect(await builtWeb(log, folder)).toBe(built);
  expect(events).toEqual(['building-web', 'building-web', 'web-not-built']);
  expect(page()).toBe(first);
  expect(readdirSync(folder).filter((name) => name.startsWith('.dist'))).toEqual([]);
  expect(existsSync(join(folder, 'dist'))).toBe(true);
});
