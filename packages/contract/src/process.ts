import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { jsonObject } from './json.ts';

const { get } = endpoints('process');

const ready = z.object({
  ready: z.boolean(),
  /** What it waits for, where it is not. */
  reason: z.string().optional(),
});

/** What reports how the process is. */
export const processApi = {
  health: get(
    '/healthz',
    'Whether the process lives; needs no token',
    z.object({ ok: z.boolean(), instance: z.string(), version: z.string() }),
  ),
  ready: get('/readyz', 'Whether its store answers and takes writes, or only whether it answers; needs no token', ready, {
    query: z.object({ for: z.enum(['reading']).optional() }),
    also: { status: 503, answer: ready },
  }),
  metrics: get('/metrics', 'Metrics for Prometheus', { media: 'text/plain', about: 'The text format of Prometheus' }),
  description: get('/api/openapi.json', 'This description', jsonObject),
};
