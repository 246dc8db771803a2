import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { jsonLog } from '../../packages/server/src/log.ts';
import { builtWeb } from '../../packages/server/src/process/build-web.ts';
import { serveBrowser, sharedBrowser } from './browser.ts';
import { smoke } from './smoke.ts';

/** Before the first test with a browser: one is started for all and seen to work, and the web app is built. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: BrowserServer | undefined;
  await smoke(async () => {
    browser = await serveBrowser();
    process.env.TENFOLD_BROWSER = browser.wsEndpoint();
    return sharedBrowser();
  });
  if (process.env.TENFOLD_WEB === undefined) {
    process.env.TENFOLD_WEB = await build();
    project.onTestsRerun(async () => void (await build()));
  }
  return async () => browser?.close();
}

async function build(): Promise<string> {
  const web = await builtWeb(jsonLog('warn'));
  if (web === null) throw new Error('The web app could not be built; the log above says why.');
  return web;
}
