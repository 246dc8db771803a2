import type { MiddlewareHandler } from 'hono';

/**
 * Who is refused before their body was read is told that the connection ends: it is cut when the rest does not come soon, which on a
 * busy machine would be under the next request.
 */
export const closeUnread: MiddlewareHandler = async (context, next) => {
  await next();
  const { req, res } = context;
  const sends = Number(req.header('content-length') ?? 0) > 0 || req.header('transfer-encoding') !== undefined;
  if (res.status >= 400 && sends && !req.raw.bodyUsed) res.headers.set('connection', 'close');
};
