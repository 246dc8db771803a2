import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const posix = it.skipIf(process.platform === 'win32');

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** A checkout with the bootstrap and nothing to install, so that `npm ci` needs no network. */
function checkout(script: string): string {
  // What a process says of its folder is the real path, and on some systems the temporary folder is reached by a link.
  const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'boot-'));
  roots.push(root);
  cpSync(path.join(import.meta.dirname, 'boot.mjs'), path.join(root, 'scripts', 'boot.mjs'));
  cpSync(path.join(import.meta.dirname, 'boot'), path.join(root, 'scripts', 'boot'), { recursive: true });
  const manifest = { name: 'empty', version: '1.0.0', type: 'module' };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(root, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }),
  );
  writeFileSync(path.join(root, 'main.ts'), script);
  return root;
}

function boot(root: string, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'boot.mjs'), ...args], { cwd: tmpdir() });
  return { child, ...watch(child) };
}

function watch(child: ChildProcess) {
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output, errors })),
  );
  const printed = (text: string) => until(() => output.includes(text));
  return { ended, printed };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('installs once, then hands over arguments, output and exit code', async () => {
  const root = checkout(
    'const words: string[] = process.argv.slice(2); console.log(words.join("+"), process.cwd()); process.exit(7);',
  );
  const first = await boot(root, 'main.ts', 'a b', '--c').ended;
  expect(first).toMatchObject({ code: 7, output: `a b+--c ${root}\n` });
  expect(first.errors).toContain('installing packages (once)');
  const second = await boot(root, 'main.ts').ended;
  expect(second).toMatchObject({ code: 7, errors: '' });
});

it.runIf(process.env.TENFOLD_DEEP === '1')('installs once when two commands start together', async () => {
  const root = checkout('console.log("ran");');
  const both = await Promise.all([boot(root, 'main.ts').ended, boot(root, 'main.ts').ended]);
  expect(both.map(({ code, output }) => ({ code, output }))).toEqual([
    { code: 0, output: 'ran\n' },
    { code: 0, output: 'ran\n' },
  ]);
  expect(both.filter(({ errors }) => errors.includes('installing packages (once)'))).toHaveLength(1);
  expect(existsSync(path.join(root, '.install.lock'))).toBe(false);
});

it.runIf(process.env.TENFOLD_DEEP === '1')('says what is wrong in a sentence', async () => {
  const root = checkout('');
  expect(await boot(root).ended).toMatchObject({ code: 1, errors: expect.stringContaining('name a file or --bin <package>') });
  expect(await boot(root, '--bin', 'nothing').ended).toMatchObject({
    code: 1,
    errors: expect.stringContaining('nothing is not installed'),
  });
  // A lock that does not know what the manifest asks for is refused by npm.
  writeFileSync(
    path.join(root, 'package.json'),
    '{ "name": "empty", "version": "1.0.0", "dependencies": { "gone": "file:gone" } }',
  );
  appendFileSync(path.join(root, 'package-lock.json'), '\n');
  const failed = await boot(root, 'main.ts').ended;
  expect(failed).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('npm ci failed') });
});

// One that has been installed, for all that happens afterwards.
const installed = checkout('');
beforeAll(async () => void (await boot(installed, 'main.ts').ended));

posix('reports death by a signal as 128 + its number', async () => {
  writeFileSync(path.join(installed, 'dies.ts'), 'process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 60_000);');
  expect((await boot(installed, 'dies.ts').ended).code).toBe(128 + 9);
});

posix('passes signals on and lets the command end in its own way', async () => {
  writeFileSync(
    path.join(installed, 'ends.ts'),
    'process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1_000); console.log("ready");',
  );
  const { child, printed, ended } = boot(installed, 'ends.ts');
  await printed('ready');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(3);
});

posix('stops the command when its parent is gone', async () => {
  writeFileSync(
    path.join(installed, 'stays.ts'),
    'import { writeFileSync } from "node:fs"; writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1_000);',
  );
  // The shell between npm and us: it dies of SIGKILL without telling its children.
  const shell = spawn('sh', ['-c', '"$0" scripts/boot.mjs stays.ts & wait', process.execPath], {
    cwd: installed,
    stdio: 'ignore',
  });
  const pidFile = path.join(installed, 'pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  shell.kill('SIGKILL');
  await until(() => !isRunning(pid));
  expect(isRunning(pid)).toBe(false);
});
