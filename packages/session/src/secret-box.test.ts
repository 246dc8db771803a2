import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  writeFileSync(file, 'short');
  await expect(openSecretBox(file)).rejects.toBeInstanceOf(SecretUnreadable);
});

it('can stand on a given secret instead of a file', async () => {
  const sealed = (await openSecretBox(join(folder, 'none'), 'hunter2')).seal('a key', 'row');
  expect((await openSecretBox(join(folder, 'other'), 'hunter2')).open(sealed, 'row')).toBe('a key');
});
