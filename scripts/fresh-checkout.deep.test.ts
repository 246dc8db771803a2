import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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

  it('starts, says where it is on the last line, and stops when asked', async () => {
    const child = spawn('npm', ['start', '--', '--port', '0'], {
      cwd: checkout,
      env: freshEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const piece of child.stdout.setEncoding('utf8')) {
      said += piece;
      if (/^http:\S+\n$/m.test(said)) break;
    }
    const url = said.trimEnd().split('\n').at(-1) ?? '';
    expect(await (await fetch(`${url}/api/sessions`)).json()).toMatchObject({ sessions: [{ entries: 60 }] });
    expect(await (await fetch(url)).text()).toContain('<!doctype html>');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
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
