import type { TestProject } from 'vitest/node';
import { jsonLog } from '../../packages/server/src/log.ts';
import { builtWeb } from '../../packages/server/src/process/build-web.ts';
import { openBrowser } from './browser.ts';
import { smoke } from './smoke.ts';

/** Before the first test with a browser: the browser is seen to work, and the web app is built once for all of them. */
export async function setup(project: TestProject): Promise<void> {
  await smoke(openBrowser);
  if (process.env.TENFOLD_WEB !== undefined) return;
  process.env.TENFOLD_WEB = await build();
  project.onTestsRerun(async () => void (await build()));
}

async function build(): Promise<string> {
  const web = await builtWeb(jsonLog('warn'));
  if (web === null) throw new Error('The web app could not be built; the log above says why.');
  return web;
}
