import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { jsonObject } from './json.ts';

const tag = 'process';
const method = 'get';
const ready = z.object({
  ready: z.boolean(),
  /** What it waits for, where it is not. */
  reason: z.string().optional(),
});

/** What tells others how the process is. */
export const processApi = {
  health: endpoint({
    method,
    path: '/healthz',
    tag,
    summary: 'Whether the process lives; needs no token',
    answer: z.object({ ok: z.boolean(), instance: z.string(), version: z.string() }),
  }),
  ready: endpoint({
    method,
    path: '/readyz',
    tag,
    summary: 'Whether its store answers; needs no token',
    answer: ready,
    also: { status: 503, answer: ready },
  }),
  metrics: endpoint({
    method,
    path: '/metrics',
    tag,
    summary: 'Metrics for Prometheus',
    answer: { media: 'text/plain', about: 'The text format of Prometheus' },
  }),
  description: endpoint({ method, path: '/api/openapi.json', tag, summary: 'This description', answer: jsonObject }),
};
