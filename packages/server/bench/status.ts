import { median, share, timed } from './figures.ts';
import { prose } from './prose.ts';
import { startServer } from './running-server.ts';

const BYTES = 2_048;

/** A session of 100,000 tokens: each message, and the status right after it. */
export async function statusAfterMessage(home: string) {
  const { request, stop } = await startServer(home);
  const { id } = await request('POST', '/api/sessions', {});
  const append = (n: number) =>
    request('POST', `/api/sessions/${id}/entries`, { messages: [{ role: n % 2 ? 'assistant' : 'user', text: prose(n, BYTES) }] });
  let used = 0;
  for (let n = 0; used < 100_000; n++) {
    await append(n);
    if (n % 20 === 0) used = (await request('GET', `/api/sessions/${id}/status`)).used as number;
  }
  const status: number[] = [];
  for (let n = 0; n < 200; n++) {
    await append(n);
    status.push(await timed(() => request('GET', `/api/sessions/${id}/status`)));
  }
  await stop();
  return { tokens: used, p50: median(status), p99: share(status, 0.99) };
}
