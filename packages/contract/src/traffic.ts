import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, json, list, namedObject, time } from './json.ts';

const { get, post } = endpoints('traffic');

/** A request that passed through the gateway. */
export const PassedRequest = namedObject('PassedRequest', {
  id,
  at: time,
  client: z.string(),
  group: z.string().nullable(),
  /** The run of a wrapped program it belongs to. */
  run: z.string().nullable(),
  wire: z.enum(['anthropic', 'openai-chat', 'openai-responses', 'gemini']),
  model: z.string(),
  session: z.string().nullable(),
  branch: z.string().nullable(),
  /** What the vendor answered; null while it is under way. */
  status: count.nullable(),
  before: count,
  after: count,
  folds: count,
  strategy: z.string(),
  aside: z.string().nullable(),
  billed: z.object({ input: count, output: count, cacheRead: count, cacheWrite: count }).nullable(),
  cost: z.number().nullable(),
  costWithout: z.number().nullable(),
  firstMs: z.number().nullable(),
  totalMs: z.number().nullable(),
  error: z.string().nullable(),
});
export type PassedRequest = z.infer<typeof PassedRequest>;

/** Sums over all that passed, as far back as it is kept. */
export const TrafficSums = z.object({
  requests: count,
  before: count,
  after: count,
  folds: count,
  refusals: count,
  cost: z.number().nullable(),
  costWithout: z.number().nullable(),
});
export type TrafficSums = z.infer<typeof TrafficSums>;

/** What passes through the gateway. */
export const traffic = {
  list: get(
    '/api/traffic',
    'The newest requests that passed through the gateway, newest first; of one run of a wrapped program where it is named',
    z.object({ requests: list(PassedRequest), sums: TrafficSums, observe: z.boolean() }),
    { query: z.object({ run: id.optional() }) },
  ),
  get: get(
    '/api/traffic/:id',
    'One of them, as it was received and as it was sent',
    // Its bodies are kept for a while, and not over a restart.
    z.object({ request: PassedRequest, bodies: z.object({ path: z.string(), received: json, sent: json }).nullable() }),
  ),
  replay: post(
    '/api/traffic/:id/replay',
    'What it would have looked like under a strategy; nothing is sent or stored',
    z.object({ sent: json, before: count, after: count }),
    { expensive: true, body: z.object({ strategy: id }) },
  ),
};
