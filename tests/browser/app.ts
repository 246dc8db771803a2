import type { Browser, Page } from 'playwright-core';
import { jsonLog } from '../../packages/server/src/log.ts';
import { builtWeb } from '../../packages/server/src/process/build-web.ts';
import { realServer } from '../../packages/server/src/testing/real-server.ts';
import { sharedBrowser } from './browser.ts';

/** The whole app as people meet it: the real server with the built web app, and a real browser. */
export interface App {
  readonly server: Awaited<ReturnType<typeof realServer>>;
  readonly browser: Browser;
  /** A page that knows nothing of the tests before. It is closed when its test ends; what it complains of is collected. */
  page(path?: string, look?: Look): Promise<Page>;
  /** The same for somebody else: it shares nothing with the other pages, not even a process. */
  pageOfStranger(path?: string): Promise<Page>;
  /** Errors of the page and its console, as they came. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** What differs from a desk in daylight. */
export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

const LOOK = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const opened = new Set<Page>();

/** Opens the app. `TENFOLD_WEB` names the folder of the built app; the set-up of the tests has put it there. */
export async function openApp(
  settings: Parameters<typeof realServer>[0] = {},
  environment: Readonly<Record<string, string>> = {},
  monotonic: () => number = () => performance.now(),
): Promise<App> {
  const web = process.env.TENFOLD_WEB ?? (await builtWeb(jsonLog('warn')));
  const [server, browser] = await Promise.all([realServer(settings, { web, environment, monotonic }), sharedBrowser()]);
  // One context for all pages, and one page that stays, so that they share a process as well: what it has loaded and compiled once,
  // it keeps.
  const usual = await browser.newContext(LOOK);
  const staying = await usual.newPage();
  await staying.goto(`${server.url}/icon.svg`);
  const devtools = await usual.newCDPSession(staying);
  const complaints: string[] = [];
  const go = async (page: Page, path: string) => {
    opened.add(page);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(server.url + path);
    return page;
  };
  return {
    server,
    browser,
    complaints,
    async page(path = '/', { viewport, colorScheme } = {}) {
      if (usual.pages().length === 1) {
        const storageTypes = 'cookies,local_storage,indexeddb';
        await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes });
      }
      const page = await usual.newPage();
      if (viewport !== undefined) await page.setViewportSize(viewport);
      if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
      return go(page, path);
    },
    async pageOfStranger(path = '/') {
      return go(await browser.newPage(LOOK), path);
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Closes every page a test has opened. */
export async function closePages(): Promise<void> {
  const pages = [...opened];
  opened.clear();
  await Promise.all(pages.map((page) => page.close()));
}
