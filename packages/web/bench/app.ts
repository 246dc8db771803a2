import type { CDPSession, Page } from 'playwright-core';
import { openApp } from '../../../tests/browser/app.ts';

// What opening the app costs: the first page, and a chat of ten thousand messages.
const MESSAGES = 10_000;
const BAR = { 'kB (gzipped)': 300, requests: 30, 'long chat (s)': 1, 'heap (MB)': 250 };

const app = await openApp();
try {
  const first = await firstLoad();
  const long = await longChat();
  console.table({ measured: { ...first, ...long }, bar: BAR });
} finally {
  await app.close();
}

/** All that is fetched until the list of chats stands, and what is fetched while nothing is to do. */
async function firstLoad() {
  const context = await app.browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  session.on('Network.requestWillBeSent', () => requests++);
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(app.server.url);
  await page.locator('[data-session]').first().waitFor();
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const until = { 'kB (gzipped)': Math.round(bytes / 1_024), requests };
  await page.waitForTimeout(4_000);
  const beside = { 'kB with what is fetched when idle': Math.round(bytes / 1_024), 'requests with those': requests };
  await context.close();
  return { ...until, 'first paint (ms)': Math.round(painted), ...beside };
}

/** A chat of ten thousand messages: from its address to its last message, and what the page holds then and after scrolling. */
async function longChat() {
  const lines = Array.from({ length: MESSAGES }, (_, index) =>
    JSON.stringify({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${index}: ${'the walrus rests on the ice near the shore. '.repeat(4 + (index % 9))}`,
    }),
  );
  const { sessions } = await app.server.client.post('/api/import', { name: 'long.jsonl', text: lines.join('\n') });
  const id = sessions[0].id as string;
  const last = `Message ${MESSAGES - 1}:`;
  const times: number[] = [];
  let heap = 0;
  for (let time = 0; time < 3; time++) {
    const page = await app.page();
    await page.locator('[data-session]').first().waitFor();
    const session = await page.context().newCDPSession(page);
    const began = performance.now();
    await page.goto(`${app.server.url}/s/${id}`);
    await page.getByText(last).waitFor();
    times.push((performance.now() - began) / 1_000);
    heap = Math.max(heap, await heapOf(page, session));
    await page.close();
  }
  times.sort((a, b) => a - b);
  return { 'long chat (s)': Number((times[1] ?? 0).toFixed(2)), 'heap (MB)': heap };
}

async function heapOf(page: Page, session: CDPSession): Promise<number> {
  await session.send('Performance.enable');
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
  };
  let most = await used();
  const feed = page.getByRole('feed');
  for (let step = 0; step < 20; step++) {
    await feed.evaluate((place) => place.scrollBy(0, -20_000));
    await page.waitForTimeout(100);
    most = Math.max(most, await used());
  }
  return Math.round(most);
}
