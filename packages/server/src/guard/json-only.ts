import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** What changes something must be sent as JSON: a type that a page of another site cannot send without asking first. */
export const jsonOnly: MiddlewareHandler = async (context, next) => {
  const type = context.req.header('content-type');
  const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type);
  if (!isJson && (type !== undefined || WITH_BODY.has(context.req.method)))
    throw new Refused('unsupported-media-type', `The request is ${type ?? 'of no stated type'}, and only JSON is read.`, {
      todo: 'Send it with `content-type: application/json`.',
    });
  await next();
};
