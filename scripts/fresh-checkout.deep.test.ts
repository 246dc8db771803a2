import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const place = mkdtempSync(path.join(tmpdir(), 'fresh-'));
const checkout = path.join(place, 'checkout');

/** The machine's own tools and an empty home: nothing of this checkout, nothing an outer npm has set. */
function freshEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|VITEST|TENFOLD_|HOME$|PATH$)/i.test(name));
  const places = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(own), HOME: path.join(place, 'home'), PATH: places.join(path.delimiter) };
}

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: checkout, encoding: 'utf8', env: freshEnvironment() });
  return { status, stdout, stderr };
}

describe('a fresh checkout of what is committed, on the Node of this machine', () => {
  beforeAll(() => {
    mkdirSync(path.join(place, 'home'));
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, checkout]);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('starts', () => {
    expect(run('npm', 'start')).toMatchObject({ status: 0, stdout: expect.stringMatching(/[\d,]+ \/ 105,216 tokens - \d+%/) });
  });

  it('passes its checks, and says so on the last line', () => {
    const { status, stdout } = run('bash', '.ci/run');
    expect({ status, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      status: 0,
      last: expect.stringMatching(/^\d+ passed, 0 failed$/),
    });
  });

  it('stays as it was checked out', () => {
    expect(run('git', 'status', '--short').stdout).toBe('');
  });
});
