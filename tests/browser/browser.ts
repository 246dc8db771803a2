import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { type BundledChromium, bundledChromium } from './bundled-chromium.ts';

/** Launches a browser: the one `CHROMIUM_PATH` names, else the one that comes with the packages. Works as root. */
export async function openBrowser(bundled: () => Promise<BundledChromium> = bundledChromium): Promise<Browser> {
  return chromium.launch(await launchOptions(bundled));
}

/** Launches one that `sharedBrowser` of any process of the tests joins: starting it is most of what a small file takes. */
export async function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(await launchOptions(bundledChromium));
}

/** The browser all tests share, with contexts of its own that go when it is closed; one just for us where nobody serves it. */
export function sharedBrowser(): Promise<Browser> {
  const served = process.env.TENFOLD_BROWSER;
  return served === undefined ? openBrowser() : chromium.connect(served);
}

async function launchOptions(bundled: () => Promise<BundledChromium>) {
  const named = process.env.CHROMIUM_PATH;
  const { path, environment } = named ? { path: named, environment: {} } : await bundled();
  return {
    executablePath: path,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
      '--process-per-site',
    ],
    env: { ...process.env, ...environment } as Record<string, string>,
  };
}
