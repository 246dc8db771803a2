import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { writeSection } from '../../../bench/src/write-section.ts';
import { openTalk, say } from '../../../tests/browser/chat/talk.ts';

// What streaming costs the page: 40 paragraphs at 100 tokens a second, beside a plain page of streamdown.
//     --write   the table, into docs/benchmarks.md
const PARAGRAPH =
  'The walrus rests on the ice near the shore in **March**, dives for clams, and writes `walrus.ts` down when it comes back up, as it has done every year since the survey began.';
const TEXT = Array.from({ length: 40 }, (_, index) => `${index + 1}. part. ${PARAGRAPH}`).join('\n\n');
const TOKENS_A_SECOND = 100;
/** The fake upstream sends word by word. */
const TOKENS_A_WORD = 1.35;
const WORDS = TEXT.match(/\S+\s*/g) ?? [];
const PAUSE_MS = (1_000 * TOKENS_A_WORD) / TOKENS_A_SECOND;

const BAR = {
  'main thread (s)': 1.5,
  'longest task (ms)': 100,
  'tasks over 100 ms': 0,
  'key to paint p95 (ms)': 50,
  'layout shift': 0,
};

const talk = await openTalk();
try {
  talk.upstream.manner = { answer: () => ({ text: TEXT }) };
  talk.upstream.always = { drip: PAUSE_MS };
  const page = await talk.app.page(`/s/${await talk.session()}`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  // What the app fetches while nothing is to do is there before anybody has written a message.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('markdown-body')));
  await page.waitForTimeout(1_000);
  const app = await measure(page, async () => {
    await say(page, 'Tell me.');
    await page.locator('[aria-busy=true] .markdown').waitFor();
    return () => page.locator('[aria-busy=true] .markdown').waitFor({ state: 'detached', timeout: 120_000 });
  });
  const plain = await streamdownPage(talk.app.browser);
  const measured = { tenfold: app, 'streamdown, plain page': plain, bar: BAR };
  console.table(measured);
  if (process.argv.includes('--write')) writeSection('streaming', sectionOf(measured));
} finally {
  await talk.close();
}

function sectionOf(rows: Record<string, Record<string, number>>): string {
  const columns = Object.keys(rows.tenfold ?? {});
  const table = [
    ['', ...columns],
    ['---', ...columns.map(() => '---:')],
    ...Object.entries(rows).map(([name, row]) => [name, ...columns.map((column) => row[column] ?? '')]),
  ];
  return `## Streaming

\`npm run bench:streaming\` on ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}: 40 paragraphs at 100 tokens a second, a key every 400 ms meanwhile, in a headless browser. Times are those the page's own thread worked, keys and the browser's own part included.

${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
}

/** Types while an answer streams, and says what the page had to do meanwhile. */
async function measure(page: Page, start: () => Promise<() => Promise<unknown>>) {
  const session = await page.context().newCDPSession(page);
  // The time the thread itself worked: what else the machine does is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(() => {
    const seen = { long: [] as number[], keys: [] as number[], shifts: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.long.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
    addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => seen.keys.push(performance.now() - timeStamp))),
      true,
    );
  });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await busy();
  const ended = await start();
  let over = false;
  const end = ended().then(() => {
    over = true;
  });
  while (!over) {
    await page.keyboard.press('a');
    await page.waitForTimeout(400);
  }
  await end;
  const after = await busy();
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { long: number[]; keys: number[]; shifts: number } }).seen,
  );
  const spent = (name: string) => Number(((after[name] ?? 0) - (before[name] ?? 0)).toFixed(2));
  const keys = seen.keys.toSorted((a, b) => a - b);
  return {
    'main thread (s)': spent('TaskDuration'),
    'of it scripts (s)': spent('ScriptDuration'),
    'style and layout (s)': Number((spent('RecalcStyleDuration') + spent('LayoutDuration')).toFixed(2)),
    'longest task (ms)': Math.round(Math.max(0, ...seen.long)),
    'tasks over 100 ms': seen.long.filter((task) => task > 100).length,
    'key to paint p95 (ms)': Math.round(keys[Math.floor(keys.length * 0.95)] ?? 0),
    'layout shift': Number(seen.shifts.toFixed(4)),
  };
}

async function streamdownPage(browser: Browser) {
  const root = join(import.meta.dirname, 'streamdown-page');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const { output } = built as Extract<typeof built, { output: unknown }>;
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]));
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? '/index.html' : url;
    response.writeHead(200, {
      'content-type': name.endsWith('.html') ? 'text/html' : name.endsWith('.css') ? 'text/css' : 'text/javascript',
    });
    response.end(files.get(name) ?? '');
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.locator('textarea').focus();
    return await measure(page, async () => {
      await page.evaluate(
        ({ words, pause }) => {
          const { show } = window as unknown as { show: (text: string) => void };
          let text = '';
          const timer = setInterval(() => {
            text += words.shift();
            show(text);
            if (words.length === 0) {
              clearInterval(timer);
              document.body.dataset.over = '';
            }
          }, pause);
        },
        { words: [...WORDS], pause: PAUSE_MS },
      );
      return () => page.locator('body[data-over]').waitFor({ timeout: 120_000 });
    });
  } finally {
    await page.close();
    server.close();
  }
}
