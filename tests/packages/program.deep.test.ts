import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './published.ts';

// The package `tenfold` as it is published, in an empty project. What it depends on is linked, since nothing may be fetched.
const place = mkdtempSync(path.join(tmpdir(), 'tenfold-program-'));
const modules = path.join(place, 'node_modules');
const command = path.join(modules, 'tenfold', 'dist', 'tenfold.mjs');
const run = (...args: string[]) => execFileSync(process.execPath, [command, ...args], { cwd: place, encoding: 'utf8' });

beforeAll(() => {
  const built = path.join(place, 'built');
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build.ts'), built], { stdio: 'pipe' });
  mkdirSync(path.join(modules, '@tenfold'), { recursive: true });
  renameSync(path.join(built, 'tenfold'), path.join(modules, 'tenfold'));
  for (const name of ['core', 'contract', 'dialects']) renameSync(path.join(built, name), path.join(modules, '@tenfold', name));
  const { dependencies } = JSON.parse(readFileSync(path.join(modules, 'tenfold', 'package.json'), 'utf8'));
  const contract = JSON.parse(readFileSync(path.join(modules, '@tenfold', 'contract', 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...contract.dependencies })) {
    if (name.startsWith('@tenfold/')) continue;
    const home = ['cli', 'contract', 'server', 'session', 'store']
      .map((inside) => path.join(root, 'packages', inside, 'node_modules', name))
      .find(existsSync);
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(home ?? path.join(root, 'node_modules', name), path.join(modules, name));
  }
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

it('has every command', () => {
  expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run('start')).toMatch(/[\d,]+ \/ 105,216 tokens/);
  const help = run('--help');
  for (const name of ['serve', 'condense', 'count', 'xray', 'lab', 'mcp', 'claude', 'import', 'export', 'backup', 'doctor'])
    expect(help).toContain(`  ${name}`);
});

it('serves the web app that it brings', async () => {
  const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--home', path.join(place, 'home'), '--no-open']);
  try {
    let url = '';
    for await (const line of createInterface({ input: server.stdout })) {
      if (!line.startsWith('http')) continue;
      url = line;
      break;
    }
    expect(await (await fetch(url)).text()).toContain('<div id="app"');
  } finally {
    server.kill();
  }
});
