import { Agent, type IncomingMessage, request } from 'node:http';
import type { Measured } from './process.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Sends a request and gives its answer's head. */
export function post({ url, headers }: Measured, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const out = request(`${url}/v1/chat/completions`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer sk-bench',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    out.on('response', resolve).on('error', reject).end(body);
  });
}

/** Milliseconds to the whole answer, and to its first bytes. */
export async function timed(
  target: Measured,
  body: string,
): Promise<{ readonly whole: number; readonly first: number; readonly text: string }> {
  const start = performance.now();
  const answer = await post(target, body);
  let first = 0;
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) {
    first ||= performance.now() - start;
    text += piece;
  }
  if (answer.statusCode !== 200) throw new Error(`${target.name}: ${answer.statusCode} ${text.slice(0, 300)}`);
  return { whole: performance.now() - start, first, text };
}

/** A share of values lies below this. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
