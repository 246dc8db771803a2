import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from './open-gateway.ts';

const turns = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user', content: `Part ${turn}: ${'some words of talk '.repeat(150)}` },
  { role: 'assistant', content: `Read part ${turn}.` },
]).flat();

it('only observes, however full it is, and has nobody paid for a summary', async () => {
  const gateway = await openGateway({}, { room: 6_000, observe: true, summarizer: 'client' });
  onTestFinished(() => gateway.close());
  const send = (question: string) => {
    const messages = [...turns, { role: 'user', content: question }];
    const body = JSON.stringify({ model: 'gpt-4o', stream: true, messages }, null, 1);
    return fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body, headers: { 'accept-encoding': 'br' } });
  };
  const first = await send('Go on.');
  // Nothing came before it, and it came as it was.
  expect(gateway.upstream.seen).toHaveLength(1);
  expect(gateway.upstream.seen[0]?.headers['accept-encoding']).toBe('br');
  expect(first.headers.get('x-tenfold-observe')).toBe('1');
  expect(await first.text()).toContain('[DONE]');
  const [passed] = gateway.traffic.list();
  const { received, sent } = gateway.traffic.get(passed?.id ?? '')?.bodies ?? {};
  expect(sent).toBe(received);
  await gateway.tenfold.chains.idle();
  gateway.upstream.faults.push({ status: 529, retryAfter: 7 });
  const second = await send('Go on.');
  expect([second.status, second.headers.get('retry-after')]).toEqual([529, '7']);
  expect(second.headers.get('content-type')).toBe('application/json');
  const [before, after] = ['before', 'after'].map((at) => Number(second.headers.get(`x-tenfold-tokens-${at}`)));
  expect(after).toBeLessThan(before as number);
  expect(gateway.upstream.seen).toHaveLength(2);
  expect(gateway.upstream.seen[1]?.messages).toHaveLength(turns.length + 1);
  expect(gateway.lines).toEqual([]);
});
