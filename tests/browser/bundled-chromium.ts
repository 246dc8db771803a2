import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface BundledChromium {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

// The package exports no manifest; its folder is two above its entry.
const packed = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
// In the checkout, not among the system's temporary files: those may be cleaned away in part, shared with others or not be executable.
const usual = resolve(import.meta.dirname, '../../node_modules/.cache', `chromium-${version}`);

/** The browser that comes with the packages, unpacked once, with its own fonts, and its own libraries where the system lacks them. */
export async function bundledChromium(folder: string = usual): Promise<BundledChromium> {
  if (!existsSync(folder)) await unpack(folder);
  const path = join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const attempts = [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }];
  let said = '';
  for (const environment of attempts) {
    const probe = spawnSync(path, ['--version'], { env: { ...process.env, ...environment }, encoding: 'utf8', timeout: 60_000 });
    if (probe.status === 0) return { path, environment };
    said = probe.error?.message ?? (probe.stderr.trim() || `it ended with ${probe.signal ?? probe.status}`);
  }
  throw new Error(`The browser that comes with the packages does not start: ${said}`);
}

/** Unpacks beside the place and moves it there whole, so that several processes may do so at once. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const scratch = mkdtempSync(`${folder}-`);
  try {
    // The package unpacks into the temporary folder of its process, so it gets a process of its own.
    const script = `import { inflate } from '@sparticuz/chromium'; await Promise.all(process.argv.slice(1).map(inflate));`;
    const archives = ['chromium', 'fonts.tar', 'swiftshader.tar', 'al2023.tar'].map((name) => join(packed, 'bin', `${name}.br`));
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, '--', ...archives], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    });
    writeFileSync(join(scratch, 'fonts.conf'), fontsConf(folder));
    renameSync(scratch, folder);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  }
}

/** The package's own names folders of the service it is made for. Where none of them exists there is no font, and no page ever loads. */
function fontsConf(folder: string): string {
  const element = (name: string, path: string) =>
    `  <${name}>${path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<fontconfig>\n${element('dir', join(folder, 'fonts'))}${element('cachedir', join(folder, 'fonts-cache'))}</fontconfig>\n`;
}
