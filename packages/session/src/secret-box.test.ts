import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openSecretBox, SecretUnreadable, secretBox } from './secret-box.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('opens what it sealed, only for the same row and key, and only unchanged', () => {
  const box = secretBox(new Uint8Array(32).fill(1));
  const other = secretBox(new Uint8Array(32).fill(2));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.nat(), (text, row, place) => {
      const wellFormed = text.toWellFormed();
      const sealed = box.seal(wellFormed, row);
      expect(box.open(sealed, row)).toBe(wellFormed);
      expect(() => box.open(sealed, `${row}x`)).toThrow(SecretUnreadable);
      expect(() => other.open(sealed, row)).toThrow(SecretUnreadable);
      const changed = Uint8Array.from(sealed);
      changed[place % changed.length] = (changed[place % changed.length] ?? 0) ^ 1;
      expect(() => box.open(changed, row)).toThrow(SecretUnreadable);
    }),
  );
});

it('makes a key file only its owner can read, and finds it again', async () => {
  const file = join(folder, 'deep', 'key');
  const sealed = (await openSecretBox(file)).seal('a key', 'row');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await openSecretBox(file)).open(sealed, 'row')).toBe('a key');
});

it('opens and seals nothing with a damaged key file, and says what to do', async () => {
  const file = join(folder, 'damaged');
  const sealed = (await openSecretBox(file)).seal('a key', 'row');
  writeFileSync(file, 'short');
  const box = await openSecretBox(file);
  expect(() => box.open(sealed, 'row')).toThrow(SecretUnreadable);
  expect(() => box.seal('a key', 'row')).toThrow(/damaged.*delete it/);
  expect(readFileSync(file, 'utf8')).toBe('short');
});

it('makes the key file whole or not at all; one that a kill left empty is made anew', async () => {
  const file = join(folder, 'empty');
  writeFileSync(file, '');
  const sealed = (await openSecretBox(file)).seal('a key', 'row');
  expect((await openSecretBox(file)).open(sealed, 'row')).toBe('a key');
  const made = await Promise.all(Array.from({ length: 8 }, () => openSecretBox(join(folder, 'race'))));
  for (const box of made) expect(made[0]?.open(box.seal('a key', 'row'), 'row')).toBe('a key');
  expect(readdirSync(folder).filter((name) => name.startsWith('race') || name.startsWith('empty'))).toEqual(['empty', 'race']);
});

it('makes no key file for who only looks', async () => {
  const file = join(folder, 'looked-for');
  const box = await openSecretBox(file, undefined, { make: false });
  expect(() => box.open(new Uint8Array(40), 'row')).toThrow(SecretUnreadable);
  expect(existsSync(file)).toBe(false);
});

it('can stand on a given secret instead of a file', async () => {
  const sealed = (await openSecretBox(join(folder, 'none'), 'hunter2')).seal('a key', 'row');
  expect((await openSecretBox(join(folder, 'other'), 'hunter2')).open(sealed, 'row')).toBe('a key');
});
