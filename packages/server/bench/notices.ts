import { setTimeout as wait } from 'node:timers/promises';
import { median, share } from './figures.ts';
import { startServer } from './running-server.ts';

/** How long after an append is acknowledged by one server a reader on another hears of it. */
export async function notices(homes: readonly [string, string], database: string, times: number) {
  const [one, other] = [await startServer(homes[0], database), await startServer(homes[1], database)];
  const { id } = await one.request('POST', '/api/sessions', {});
  let heard = () => {};
  const end = await other.follow(`/api/sessions/${id}/events`, (piece) => {
    if (piece.includes('event: entr')) heard();
  });
  await wait(500);
  const taken: number[] = [];
  for (let n = 0; n <= times; n++) {
    const arrived = new Promise<number>((resolve) => {
      heard = () => resolve(performance.now());
    });
    await one.text('POST', `/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: `Notice ${n}` }] });
    const acknowledged = performance.now();
    const ms = Math.max(0, (await arrived) - acknowledged);
    if (n > 0) taken.push(ms);
    // Not in step with those who look once a second.
    await wait((n * 37) % 100);
  }
  end();
  await Promise.all([one.stop(), other.stop()]);
  return { p50: median(taken), p99: share(taken, 0.99), most: Math.max(...taken) };
}
