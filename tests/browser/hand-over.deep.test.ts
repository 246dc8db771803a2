import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clientOf } from '../../packages/server/src/testing/client.ts';
import { freePort } from '../free-port.ts';
import { describeOnPostgres } from '../postgres/describe-on-postgres.ts';
import { balance } from '../servers/balancer.ts';
import { runTenfold } from '../servers/server-process.ts';
import { Upstream } from '../upstream/upstream.ts';
import { sharedBrowser } from './browser.ts';
import { field, say } from './chat/talk.ts';

const TOKEN = 'a-long-random-text-of-a-test';
const WORDS = Array.from({ length: 60 }, (_, n) => `word-${n}`).join(' ');

describeOnPostgres('a server that leaves', (postgres, folder) => {
  const endings: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  });

  it('[W6] has its answer gone on with by another, and who reads it sees the whole of it once', async () => {
    const upstream = await Upstream.open({ answer: () => ({ text: WORDS }) });
    endings.push(() => upstream.close());
    const ports = [await freePort(), await freePort()] as const;
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const balancer = await balance(urls);
    endings.push(() => balancer.close());
    const start = (port: number) =>
      runTenfold(['serve', '--port', `${port}`, '--home', join(folder, `${port}`), '--no-open'], {
        HOME: folder,
        TENFOLD_DATABASE_URL: postgres.url,
        TENFOLD_SECRET: 'the same everywhere',
        TENFOLD_TOKEN: TOKEN,
        TENFOLD_PUBLIC_URL: balancer.url,
        // A server that is reached by a name of its own calls no private address by itself.
        TENFOLD_PRIVATE_ADDRESSES: '1',
        TENFOLD_DRAIN_SECONDS: '1',
      });
    const first = await start(ports[0]);
    const client = clientOf(balancer.url, TOKEN);
    const { id: profileId } = await client.post('/api/profiles', {
      name: 'Slow',
      provider: 'openai',
      model: 'gpt-4o',
      baseUrl: upstream.url('openai'),
      key: 'sk-canary-1234567890',
    });
    const { id } = await client.post('/api/sessions', { title: 'A talk', profileId });
    const browser = await sharedBrowser();
    endings.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${balancer.url}/s/${id}#token=${TOKEN}`);
    await field(page).waitFor();
    upstream.faults.push({ drip: 500 });
    await say(page, 'Say all the words.');
    await page.getByText('word-0 ').waitFor();
    // The answer is the first one's: there was no other yet.
    await start(ports[1]);
    await expect.poll(async () => (await fetch(`${urls[1]}/readyz`)).ok).toBe(true);
    const seen = await page.evaluateHandle(() => {
      const texts: string[] = [];
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=status], [role=alert]'))
          if (textContent && !texts.includes(textContent)) texts.push(textContent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return texts;
    });
    expect(await first.end('SIGTERM')).toBe(0);
    await page.getByText('word-59').waitFor({ timeout: 60_000 });
    await page.locator('[aria-busy=true] .markdown').waitFor({ state: 'detached' });
    expect(await page.locator('article .markdown').allInnerTexts()).toEqual([WORDS]);
    // Nothing is told to who reads: for them nothing happened.
    expect(await seen.jsonValue()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
