import { gzipSync } from 'node:zlib';
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

/** What is fetched until the first paint, and what is fetched behind it while nothing is to do. */
async function firstLoad() {
  const context = await app.browser.newContext();
  const page = await context.newPage();
  await page.goto(app.server.url);
  await page.locator('[data-session]').first().waitFor();
  await page.waitForTimeout(4_000);
  const seen = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const all = performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime }));
    return { painted, all };
  });
  await context.close();
  const before = seen.all.filter(({ startTime }) => startTime < seen.painted);
  return {
    'kB (gzipped)': await weightOf(before),
    requests: before.length + 1,
    'first paint (ms)': Math.round(seen.painted),
    'kB with what is fetched when idle': await weightOf(seen.all),
    'requests with those': seen.all.length + 1,
  };
}

/** Scripts and styles as they weigh packed; on one's own machine they are sent as they are. */
async function weightOf(fetched: readonly { readonly name: string }[]): Promise<number> {
  const files = fetched.filter(({ name }) => /\.(?:js|css)$/.test(name));
  const sizes = await Promise.all(
    files.map(async ({ name }) => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_024);
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
    const page = await app.pageOfStranger();
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
