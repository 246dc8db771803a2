import { type Log, translateError } from '@tenfold/session';
import type { Env, Hono } from 'hono';
import type { ServerMetrics } from './metrics.ts';
import { VERSION } from './version.ts';

/** What they are answered from. */
export interface ProcessParts {
  readonly log: Log;
  readonly metrics: ServerMetrics;
  /** Names this run of the server, so that a second start knows it found the first. */
  readonly instance: string;
  /** Throws when the store does not answer or takes no writes, or nothing can be counted; for reading it need take none. */
  readonly ready: (forReading: boolean) => Promise<void>;
}

/** Answers them; the description is the API's own. */
export function addProcess<E extends Env>(
  app: Hono<E>,
  { metrics, instance, ready, log }: ProcessParts,
  description: () => string,
): void {
  app.get('/healthz', (context) => context.json({ ok: true, instance, version: VERSION }));
  app.get('/readyz', async (context) => {
    try {
      await ready(context.req.query('for') === 'reading');
      return context.json({ ready: true });
    } catch (error) {
      log.error('not-ready', { reason: String(error) });
      // Where the store lies is for the log.
      return context.json({ ready: false, reason: translateError(error).message }, 503);
    }
  });
  app.get('/metrics', async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }));
  app.get('/api/openapi.json', () => new Response(description(), { headers: { 'content-type': 'application/json' } }));
}
