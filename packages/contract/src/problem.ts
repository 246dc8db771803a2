import * as z from 'zod';
import { json, list, named } from './json.ts';

/** Every code a client may meet, its HTTP status and its title. */
export const PROBLEMS = {
  'invalid-request': [400, 'The request is not right'],
  'unknown-command': [400, 'There is no such command'],
  unauthorized: [401, 'A token is needed'],
  forbidden: [403, 'Not allowed'],
  'forbidden-host': [403, 'Not the address of this server'],
  'forbidden-origin': [403, 'Not a page of this server'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Not called like that'],
  conflict: [409, 'It does not go with what is there'],
  'fold-running': [409, 'Condensing is under way'],
  'context-full': [409, 'The context is full'],
  'model-differs': [409, 'Another model'],
  'nothing-to-gain': [409, 'Nothing to gain'],
  'below-floor': [409, 'Below the floor'],
  'fold-covered': [409, 'A newer summary covers it'],
  'too-large': [413, 'Too large'],
  'unsupported-media-type': [415, 'JSON is needed'],
  'too-deep': [422, 'Nested too deeply'],
  'cannot-fit': [422, 'It cannot be made to fit'],
  'fold-cooldown': [429, 'Too soon after the last condensing'],
  'rate-limited': [429, 'Too many requests'],
  'upstream-failed': [502, 'The model did not answer'],
  'counter-unavailable': [503, 'Tokens cannot be counted'],
  'issuer-unavailable': [503, 'Who calls cannot be found out'],
  'store-unavailable': [503, 'The store is not available'],
  'store-full': [507, 'The store is full'],
  'internal-error': [500, 'Something went wrong here'],
} as const satisfies Record<string, readonly [number, string]>;

/** One of the codes. */
export const ProblemCode = z.enum(Object.keys(PROBLEMS) as [keyof typeof PROBLEMS, ...(keyof typeof PROBLEMS)[]]);
export type ProblemCode = z.infer<typeof ProblemCode>;

/** What a refused or failed request answers with: what happened, what was kept, what to do. */
export const ProblemBody = named(
  'Problem',
  z
    .object({
      code: ProblemCode,
      title: z.string(),
      status: z.number().int(),
      detail: z.string(),
      kept: z.string().exactOptional(),
      todo: z.string().exactOptional(),
      problems: list(z.object({ field: z.string(), message: z.string() })).exactOptional(),
    })
    .catchall(json),
);
export type ProblemBody = z.infer<typeof ProblemBody>;
