import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isInstalled, markInstalled } from './installed.mjs';

const here = { os: [process.platform], cpu: [process.arch] };
const elsewhere = { os: ['sunos'], cpu: ['mips'] };
const one = { version: '1.0.0', integrity: 'sha512-a' };
const link = { link: true };

function checkout(wanted: object, present?: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  if (present === undefined) return folder;
  mkdirSync(path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: present }));
  return folder;
}

it('sees that nothing is installed', () => {
  expect(isInstalled(checkout({ 'node_modules/a': one }))).toBe(false);
});

it('believes what npm put there by hand', () => {
  const wanted = { 'node_modules/a': one, 'node_modules/@tenfold/b': link, 'packages/b': { version: '0.1.0' } };
  expect(isInstalled(checkout(wanted, { 'node_modules/a': one, 'node_modules/@tenfold/b': link }))).toBe(true);
});

it.each([
  ['another version', { 'node_modules/a': one }, { 'node_modules/a': { ...one, version: '0.9.0' } }],
  ['other bytes', { 'node_modules/a': one }, { 'node_modules/a': { ...one, integrity: 'sha512-b' } }],
  ['a missing package', { 'node_modules/a': one }, {}],
  ['a missing workspace', { 'node_modules/@tenfold/b': link }, {}],
  ['another platform', { 'node_modules/a': { ...one, ...here, optional: true } }, { 'node_modules/z': one }],
])('notices %s', (_what, wanted, present) => {
  expect(isInstalled(checkout(wanted, present))).toBe(false);
});

it('does not ask for what is made for other platforms', () => {
  const wanted = { 'node_modules/a': { ...one, ...elsewhere, optional: true }, 'node_modules/of-a': { ...one, optional: true } };
  expect(isInstalled(checkout(wanted, {}))).toBe(true);
});

it('remembers an install until the lock changes', () => {
  const folder = checkout({ 'node_modules/a': one }, {});
  markInstalled(folder);
  expect(isInstalled(folder)).toBe(true);
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { ...one, version: '2.0.0' } } }),
  );
  expect(isInstalled(folder)).toBe(false);
});
