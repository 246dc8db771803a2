import { randomOf } from '@tenfold/core/testing';
import { expect, it } from 'vitest';
import { realServer } from '../real-server.ts';
import { oddRequest } from './odd-request.ts';

const REQUESTS = Number(process.env.TENFOLD_FUZZ ?? (process.env.TENFOLD_DEEP === '1' ? 200_000 : 2_000));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);
const AT_ONCE = 8;
/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';
const FREE = { burst: 1e9, perSecond: 1e9 };

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
    let left = REQUESTS;
    const client = async () => {
      while (left-- > 0) {
        const { method, path, headers, body } = oddRequest(random, ids);
        const ended = AbortSignal.timeout(20_000);
        const sent = { method, headers, signal: ended, ...(body === undefined ? {} : { body }) };
        const answer = await fetch(new URL(server.url + path), sent).catch((error: unknown) =>
          String((error as Error).cause ?? error),
        );
        if (typeof answer === 'string') {
          faults.push(`${method} ${path.slice(0, 200)}: ${answer}`);
          continue;
        }
        const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
        const text = isStream ? '' : await answer.text().catch(String);
        if (isStream) await answer.body?.cancel();
        if (answer.status === 500) faults.push(`${method} ${path.slice(0, 200)} ${body?.slice(0, 500)}: ${text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    expect(faults).toEqual([]);
    expect(unhandled).toEqual([]);
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  } finally {
    process.off('unhandledRejection', hear);
    await server.close();
  }
});
