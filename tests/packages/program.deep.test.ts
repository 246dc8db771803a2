import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmCommand, npmEnvironment } from '../../scripts/boot/npm.mjs';
import { root } from './published.ts';

// Everything that is published, installed from its tarballs into an empty project as a stranger would, and run by each Node
// that is promised. It needs the registry, as an installation does.
const place = mkdtempSync(path.join(tmpdir(), 'tenfold-program-'));
const project = path.join(place, 'project');
const command = path.join(project, 'node_modules', 'tenfold', 'dist', 'tenfold.mjs');
const readme = (name: string) => readFileSync(path.join(project, 'node_modules', name, 'README.md'), 'utf8');
const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'runtime', 'package.json'), 'utf8'));

function npm(cwd: string, ...args: string[]): void {
  const { program, args: start } = npmCommand(process.execPath);
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(program, [...start, ...flags, ...args], { cwd, encoding: 'utf8', env: npmEnvironment(), stdio: 'pipe' });
}

function emptyProject(folder: string): void {
  mkdirSync(folder);
  writeFileSync(
    path.join(folder, 'package.json'),
    '{ "name": "stranger", "version": "1.0.0", "private": true, "type": "module" }',
  );
}

beforeAll(() => {
  const built = path.join(place, 'built');
  const tarballs = path.join(place, 'tarballs');
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build.ts'), built], { stdio: 'pipe' });
  mkdirSync(tarballs);
  npm(tarballs, 'pack', ...readdirSync(built).map((name) => path.join(built, name)));
  emptyProject(project);
  npm(project, 'install', ...readdirSync(tarballs).map((file) => path.join(tarballs, file)));
}, 600_000);

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(place, { recursive: true, force: true });
});

/** A Node of this line: the one that runs this, or one that the registry has for this platform. Null where it has none. */
function nodeOf(version: string): string | null {
  const [major] = version.split('.');
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const folder = path.join(place, `node-${major}`);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  emptyProject(folder);
  try {
    npm(folder, 'install', `${name}@${version}`);
  } catch (error) {
    console.warn(`Not tried on Node ${version}: ${String(error).split('\n')[0]}`);
    return null;
  }
  const bin = path.join(folder, 'node_modules', name, 'bin');
  return path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
}

const CHAT = {
  model: 'gpt-4o',
  messages: Array.from({ length: 40 }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: `Turn ${turn}: ${'the limiter lets one hundred and forty requests through. '.repeat(200)}`,
  })),
};

describe.each(['22.23.3', String(Object.values(optionalDependencies)[0])])('on Node %s', (version) => {
  let node: string | null;
  const folder = path.join(place, `work-${version}`);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TENFOLD_HOME: path.join(folder, 'home'), NO_COLOR: '1' };
  beforeAll(() => {
    node = nodeOf(version);
    mkdirSync(path.join(folder, '.claude', 'projects', 'mine'), { recursive: true });
    writeFileSync(path.join(folder, 'chat.json'), JSON.stringify(CHAT));
    const line = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Fix it.' } };
    writeFileSync(path.join(folder, '.claude', 'projects', 'mine', 's.jsonl'), `${JSON.stringify(line)}\n`);
  }, 600_000);

  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(String(node), [command, ...args], { cwd: folder, encoding: 'utf8', env });
    return { status, stdout, stderr };
  }

  /** Starts what goes on until it is stopped; resolves with the first address it prints. */
  async function address(from: 'stdout' | 'stderr', ...args: string[]): Promise<{ url: string; stop(): Promise<void> }> {
    const child = spawn(String(node), [command, ...args], { cwd: folder, env });
    started.push(child);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const stop = () => {
      child.kill();
      return ended;
    };
    for await (const line of createInterface({ input: child[from] as Readable }))
      if (line.startsWith('http')) return { url: line, stop };
    throw new Error(`${args.join(' ')} ended without an address`);
  }

  it('is that Node', ({ skip }) => {
    skip(node === null, `there is no Node ${version} for this machine`);
    expect(spawnSync(String(node), ['--version'], { encoding: 'utf8' }).stdout.split('.')[0]).toBe(`v${version.split('.')[0]}`);
  });

  it('has every command, each with its help', ({ skip }) => {
    skip(node === null);
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const names = [...run('--help').stdout.matchAll(/^ {2}([a-z]+)(?: \[| <| {2,}[a-z])/gm)].map(([, name]) => String(name));
    expect(names.length).toBeGreaterThanOrEqual(23);
    for (const name of names.filter((each) => each !== 'help')) {
      const { status, stdout } = run(name, '--help');
      expect([name, status, stdout.includes(`Usage: tenfold ${name}`)]).toEqual([name, 0, true]);
    }
  });

  it('runs every command that its README names', ({ skip }) => {
    skip(node === null);
    const blocks = [...readme('tenfold').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text).join('');
    const lines = [...blocks.matchAll(/^npx tenfold ([^#\n]+)/gm)]
      .map(([, args = '']) => args.trim())
      .filter((args) => args !== '');
    expect(lines.length).toBeGreaterThanOrEqual(12);
    for (const line of lines) {
      const { status, stderr, stdout } = run(...line.split(' '));
      expect([line, status, status === 0 ? '' : stderr]).toEqual([line, 0, '']);
      expect(stdout).not.toMatch(/npm (start|run)/);
    }
    expect(readFileSync(path.join(folder, 'shorter.json'), 'utf8').length).toBeLessThan(JSON.stringify(CHAT).length * 0.6);
    expect(run('start').stdout).toContain('npx tenfold --help lists the commands.');
    expect(run('export', '--format', 'markdown').stdout).toContain('Turn 39');
    expect(run('people', 'add', 'Ada').status).toBe(0);
    expect(run('people', 'list').stdout).toContain('Ada');
    expect(run('chat')).toMatchObject({ status: 2, stderr: expect.stringContaining('needs a terminal') });
  });

  it('runs another program with a gateway under it', ({ skip }) => {
    skip(node === null);
    const { status, stdout } = run('--', String(node), '-p', 'process.env.OPENAI_BASE_URL');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/run\/[\da-f-]{36}\/v1\n/)]);
  });

  it.for([
    ['serve', 'stdout', ['serve', '--port', '0', '--no-open']],
    ['gateway', 'stdout', ['gateway', '--port', '0', '--no-open']],
    ['mcp', 'stderr', ['mcp', '--http']],
  ] as const)('serves the web app that it brings: %s', async ([name, from, args], { skip }) => {
    skip(node === null);
    const { url, stop } = await address(from, ...args);
    // What serves the tools is beside the app; a second start says where that is.
    const beside = name === 'mcp' ? await address('stdout', 'serve', '--no-open') : { url, stop: async () => {} };
    expect(await (await fetch(beside.url)).text()).toContain('<div id="app"');
    await beside.stop();
    await stop();
  });

  it("serves with a strategy of one's own that the operator's file names", async ({ skip }) => {
    skip(node === null);
    const config = path.join(folder, 'config');
    mkdirSync(config);
    const mine = `{ id: 'mine', name: 'Mine', description: 'My way.', version: '1', capabilities: {}, config: { defaults: {}, json: {}, validate: () => [] }, passes: () => [] }`;
    writeFileSync(path.join(config, 'mine.mjs'), `export const strategies = [${mine}];`);
    writeFileSync(path.join(config, 'tenfold.json'), JSON.stringify({ strategies: './mine.mjs', home: 'home', port: 0 }));
    const { url, stop } = await address('stdout', 'serve', '--no-open', '--config', 'config/tenfold.json');
    const answered = async (place: string): Promise<unknown> => (await fetch(new URL(place, url))).json();
    const having = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]);
    expect(await answered('/api/strategies')).toMatchObject({ strategies: having({ id: 'mine' }) });
    expect(await answered('/api/startup')).toMatchObject({ values: having({ key: 'strategies', from: 'file' }) });
    await stop();
    writeFileSync(path.join(config, 'wrong.json'), '{ "stratgies": "./mine.mjs" }');
    expect(run('serve', '--config', 'config/wrong.json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('stratgies is not known'),
    });
  });

  it.for(['@tenfold/core', '@tenfold/dialects', '@tenfold/contract'])('runs the examples of %s', async (name, { skip }) => {
    skip(node === null);
    const { url, stop } = await address('stdout', 'serve', '--port', '0', '--no-open');
    const blocks = [...readme(name).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      const told = block.replace(
        /^(\w[^=\n]*); \/\/ (\d+)$/gm,
        (_line, said, value) => `if ((${said}) !== ${value}) throw new Error('not ${value}');`,
      );
      const last = /const (?:\{ (\w+)[^}]*\}|(\w+)) = .*$/m.exec(
        block
          .trimEnd()
          .split('\n')
          .findLast((line) => line.startsWith('const ')) ?? '',
      );
      const file = path.join(project, 'example.mjs');
      writeFileSync(
        file,
        `${told.replaceAll('http://127.0.0.1:4310', url)}\nif (!${last?.[1] ?? last?.[2]}) throw new Error('nothing came of it');`,
      );
      const { status, stderr } = spawnSync(String(node), [file], { cwd: project, encoding: 'utf8', env });
      expect([status, stderr]).toEqual([0, '']);
    }
    await stop();
  });

  it('opens every door that the README of the adapters names, without any framework', ({ skip }) => {
    skip(node === null);
    const rows = [...readme('@tenfold/adapters').matchAll(/`[^`]*\b(tenfold|tenfoldFetch)\(\)[^`]*` from `([^`]+)`/g)];
    expect(rows).toHaveLength(5);
    const script = rows
      .map(([, made, door]) => `if (!(await import('${door}')).${made}()) throw new Error('${door}');`)
      .join('\n');
    const { status, stderr } = spawnSync(String(node), ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
      env,
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
