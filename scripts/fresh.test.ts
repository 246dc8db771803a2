import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const posix = it.skipIf(process.platform === 'win32' || spawnSync('git', ['--version']).status !== 0);

// Stands in for the checks, and tells where it was run.
const CHECKS = `
  import { existsSync, readdirSync, readFileSync } from 'node:fs';
  import { homedir, tmpdir } from 'node:os';
  const beside = existsSync('../shared/data.txt') && readFileSync('../shared/data.txt', 'utf8');
  const seen = { args: process.argv.slice(2), file: readFileSync('file.txt', 'utf8'), beside, here: process.cwd(), home: homedir() };
  const names = Object.keys(process.env);
  console.log(JSON.stringify({ ...seen, left: [homedir(), tmpdir(), '/tmp'].map((folder) => readdirSync(folder)), names }));
  console.log('3 passed, 1 failed');`;

/** A checkout with something committed, something not, data beside it, and `start` for what `npm start` comes to. */
function checkout({ start, committed = true }: { start: string; committed?: boolean }): string {
  const place = mkdtempSync(path.join(tmpdir(), 'fresh test '));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const root = path.join(place, 'checkout');
  for (const folder of [path.join(root, 'scripts'), path.join(place, 'shared')]) mkdirSync(folder, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'fresh.sh'), path.join(root, 'scripts', 'fresh.sh'));
  writeFileSync(path.join(root, 'scripts', 'boot.mjs'), CHECKS);
  writeFileSync(path.join(root, 'scripts', 'first-answer.mjs'), start);
  writeFileSync(path.join(root, 'file.txt'), 'committed');
  writeFileSync(path.join(place, 'shared', 'data.txt'), 'data');
  if (committed) {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'all');
  }
  writeFileSync(path.join(root, 'file.txt'), 'changed');
  return root;
}

function fresh(root: string, ...args: string[]) {
  const env = { ...process.env, OPENAI_API_KEY: 'sk-not-to-be-seen', LANG: 'de_DE.UTF-8', CI: 'true' };
  // Into a file, as CI does it: written from its beginning again, it would lose what was said before.
  const log = path.join(root, '..', 'log');
  const said = openSync(log, 'w');
  const { status } = spawnSync('bash', [path.join(root, 'scripts', 'fresh.sh'), ...args], { stdio: ['ignore', said, said], env });
  closeSync(said);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const seen = JSON.parse(lines.find((line) => line.startsWith('{')) ?? 'null');
  return { status, lines, seen };
}

posix('tries what is committed where nothing else is, and leaves nothing behind', () => {
  const { status, lines, seen } = fresh(checkout({ start: '' }), 'types', '--', 'x');
  const isolation = lines.find((line) => line.startsWith('Isolation: a clone, a clean environment, a new home')) ?? '';
  expect(seen).toMatchObject({ args: ['scripts/check.ts', 'types', '--', 'x'], file: 'committed', beside: 'data' });
  const [home, temporary, tmp] = seen.left;
  expect({ home, temporary, tmp: isolation.includes('an empty /tmp') ? tmp : [] }).toEqual({ home: [], temporary: [], tmp: [] });
  expect(seen.names).toEqual(expect.arrayContaining(['CI', 'HOME', 'PATH', 'TMPDIR']));
  expect(seen.names).not.toContain('OPENAI_API_KEY');
  expect(seen.names).not.toContain('LANG');
  expect([seen.here, seen.home].filter(existsSync)).toEqual([]);
  // The start and the unchanged checkout count as one each.
  expect([status, lines.at(-1)]).toEqual([1, '5 passed, 1 failed']);
});

posix('counts a start that fails and a checkout that was changed by it', () => {
  const start = `import { writeFileSync } from 'node:fs'; writeFileSync('left.txt', ''); process.exitCode = 1;`;
  const { lines } = fresh(checkout({ start }));
  expect(lines).toContain('?? left.txt');
  expect(lines.at(-1)).toBe('3 passed, 3 failed');
});

posix('tries the checkout itself where there is nothing to clone', () => {
  const { lines, seen } = fresh(checkout({ start: '', committed: false }));
  expect(lines).toContainEqual(expect.stringMatching(/^Isolation: none/));
  expect([seen.file, lines.at(-1)]).toEqual(['changed', '3 passed, 1 failed']);
});
