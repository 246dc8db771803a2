import { chmod, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchFolder } from '../testing/sample-files.ts';
import { writeWhole } from './write-whole.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

it('writes a new file and leaves nothing else', async () => {
  await mkdir(scratch.at('new'));
  await writeWhole(scratch.at('new/a.json'), 'text');
  expect(await readdir(scratch.at('new'))).toEqual(['a.json']);
  expect(await readFile(scratch.at('new/a.json'), 'utf8')).toBe('text');
});

it('keeps who may read a file it replaces, and a link a link', async () => {
  const file = await scratch.file('secret.json', 'old');
  await chmod(file, 0o600);
  await symlink(file, scratch.at('link.json'));
  await writeWhole(scratch.at('link.json'), 'new');
  expect(await readFile(file, 'utf8')).toBe('new');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it.skipIf(process.platform === 'win32')(
  'writes where a link leads, also to what is not there yet, and replaces none',
  async () => {
    await symlink('later.json', scratch.at('ahead.json'));
    await writeWhole(scratch.at('ahead.json'), 'text', { isNew: true });
    expect(await readFile(scratch.at('later.json'), 'utf8')).toBe('text');
    await symlink('circle.json', scratch.at('circle.json'));
    await expect(writeWhole(scratch.at('circle.json'), '')).rejects.toThrow('(links lead in a circle); nothing was changed');
  },
);

it('says what is in the way', async () => {
  await expect(writeWhole(scratch.at('x'.repeat(300)), '')).rejects.toThrow('(its name is too long)');
  await expect(writeWhole(scratch.at('no/a.json'), '')).rejects.toThrow(
    /no\/a\.json: cannot be written \(its folder does not exist\)/,
  );
  await expect(writeWhole(scratch.folder, '')).rejects.toThrow('found a folder');
});

it('overwrites nothing where it is to be new', async () => {
  const file = await scratch.file('mine.json', 'old');
  await expect(writeWhole(file, 'new', { isNew: true })).rejects.toThrow('is already there. Nothing was written');
  expect(await readFile(file, 'utf8')).toBe('old');
});
