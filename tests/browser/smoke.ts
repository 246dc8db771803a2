import type { Browser, Page } from 'playwright-core';

const PAGE = 'data:text/html,<!doctype html><label>Name <input></label>';

/** Loads a page, types into it and takes a picture of it; what does not work is said, and what to do about it. */
export async function smoke(open: () => Promise<Browser>): Promise<void> {
  const browser = await step('be started', open());
  try {
    const page = await step('open a page', browser.newPage());
    const crash = crashOf(page);
    const tried = <T>(doing: string, work: Promise<T>) => step(doing, Promise.race([work, crash]));
    await tried('load a page', page.goto(PAGE));
    await tried('show a text', page.getByText('Name').waitFor());
    await tried('be typed into', page.getByLabel('Name').fill('Ada'));
    await tried('take a picture', page.screenshot());
  } finally {
    await browser.close();
  }
}

async function step<T>(doing: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The browser of the tests could not ${doing}. No test was run. ${why}\nInstall what is missing, or name a Chromium that works in CHROMIUM_PATH.`,
      { cause: error },
    );
  }
}

/** A page that finds no font dies of it, and all that waits for it waits for its whole time. */
function crashOf(page: Page): Promise<never> {
  const crash = new Promise<never>((_, reject) =>
    page.once('crash', () => reject(new Error('The page crashed: is there a font?'))),
  );
  crash.catch(() => {});
  return crash;
}
