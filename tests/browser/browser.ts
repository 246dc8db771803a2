import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Launches the browser of the tests: the one `CHROMIUM_PATH` names, else the one that comes with the packages. Works as root. */
export async function openBrowser(): Promise<Browser> {
  const { path, environment } = process.env.CHROMIUM_PATH
    ? { path: process.env.CHROMIUM_PATH, environment: {} }
    : await bundledBrowser();
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--force-color-profile=srgb'],
    env: { ...process.env, ...environment } as Record<string, string>,
  });
}

interface Bundled {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The bundled browser, unpacked once for each user, with its own libraries where the system lacks them. */
async function bundledBrowser(): Promise<Bundled> {
  const folder = await unpacked();
  const path = join(folder, 'chromium');
  const fonts = { FONTCONFIG_PATH: join(folder, 'fonts') };
  if (runs(path, fonts)) return { path, environment: fonts };
  return { path, environment: { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } };
}

/** Unpacks beside the place and moves it there, so that several processes may do so at once. */
async function unpacked(): Promise<string> {
  // The package exports no manifest; its folder is two above its entry.
  const root = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const folder = join(tmpdir(), `tenfold-chromium-${userInfo().username}`);
  if (existsSync(join(folder, 'chromium'))) return folder;
  const scratch = mkdtempSync(join(tmpdir(), 'tenfold-chromium-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = scratch;
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) => inflate(join(root, 'bin', file))),
    );
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(scratch, folder);
  } catch {
    // Another process was first.
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}

function runs(path: string, environment: Readonly<Record<string, string>>): boolean {
  try {
    execFileSync(path, ['--version'], { env: { ...process.env, ...environment }, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
