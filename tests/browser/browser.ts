import { type Browser, chromium } from 'playwright-core';
import { type BundledChromium, bundledChromium } from './bundled-chromium.ts';

/** Launches the browser of the tests: the one `CHROMIUM_PATH` names, else the one that comes with the packages. Works as root. */
export async function openBrowser(bundled: () => Promise<BundledChromium> = bundledChromium): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  const { path, environment } = named ? { path: named, environment: {} } : await bundled();
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--force-color-profile=srgb'],
    env: { ...process.env, ...environment } as Record<string, string>,
  });
}
