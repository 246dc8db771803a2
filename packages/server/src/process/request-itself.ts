import { get } from 'node:http';

/** How long a server waits for itself before it says it is ready all the same. */
const TIMEOUT_MS = 5_000;

/**
 * One request over the wire to the server itself: proof that it answers, and the routes, guards and queries have then
 * run once before anybody waits for them. Resolves with the status.
 */
export function requestItself(url: string, path: string, token: string | null): Promise<number> {
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  return new Promise((resolve, reject) => {
    const sent = get(new URL(path, url), { headers, agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer in time')));
  });
}
