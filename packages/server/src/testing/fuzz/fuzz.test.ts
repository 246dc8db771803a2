import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { randomOf } from '@tenfold/core/testing';
import { expect, it } from 'vitest';
import { realServer } from '../real-server.ts';
import { type OddRequest, oddRequest } from './odd-request.ts';

const REQUESTS = Number(process.env.TENFOLD_FUZZ ?? (process.env.TENFOLD_DEEP === '1' ? 200_000 : 1_000));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);
/** After so many it ends with as many as it came to. */
const SECONDS = Number(process.env.TENFOLD_SECONDS ?? 86_400);
const AT_ONCE = 16;
/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';
const FREE = { burst: 1e9, perSecond: 1e9 };

/** Asks over a connection that is kept: streams are left at once. */
function askedOver(agent: Agent, url: string, { method, path, headers, body }: OddRequest) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const target = new URL(url + path);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(target, { method, agent, headers: { ...headers, ...length }, timeout: 20_000 }, (answer) => {
      const status = answer.statusCode ?? 0;
      if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
        answer.destroy();
        resolve({ status, text: '' });
      } else text(answer).then((said) => resolve({ status, text: said }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 20 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}

it(`answers ${REQUESTS} odd requests without an error of its own, and lives`, { timeout: 120_000 + REQUESTS * 100 }, async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  const limits = { bodyBytes: 8 * 1024 * 1024, requests: FREE, expensive: FREE, guesses: FREE };
  const server = await realServer(
    { gateway: { upstreams: { anthropic: NOBODY, openai: NOBODY, gemini: NOBODY } } },
    { limits, checkAnswers: true },
  );
  try {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await server.tenfold.sessions.create({});
      const { entries } = await server.tenfold.sessions.append(id, {
        messages: [
          { role: 'user', text: 'one' },
          { role: 'assistant', text: 'two' },
        ],
      });
      ids.push(id, ...entries.map((entry) => entry.id), 'main', 'native');
    }
    const random = randomOf(SEED);
    const faults: string[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    let asked = 0;
    const began = performance.now();
    const client = async () => {
      while (asked < REQUESTS && performance.now() - began < SECONDS * 1_000) {
        asked++;
        const odd = oddRequest(random, ids);
        const answer = await askedOver(agent, server.url, odd).catch((error: unknown) => String(error));
        const what = `${odd.method} ${odd.path.slice(0, 200)}`;
        if (typeof answer === 'string') faults.push(`${what}: ${answer}`);
        else if (answer.status === 500) faults.push(`${what} ${odd.body?.slice(0, 500)}: ${answer.text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    agent.destroy();
    const rate = Math.round((asked / (performance.now() - began)) * 1_000);
    if (REQUESTS > 2_000) process.stdout.write(`${asked} odd requests, ${rate} a second (TENFOLD_SEED=${SEED})\n`);
    expect(faults).toEqual([]);
    expect(unhandled).toEqual([]);
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  } finally {
    process.off('unhandledRejection', hear);
    await server.close();
  }
});
