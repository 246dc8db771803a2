import type { Context, HonoRequest, MiddlewareHandler } from 'hono';

/**
 * What a page of this server may load: itself. Images may be inline data but never remote, so that no text can call
 * home; styles may be set by scripts of ours; the counter's compiled table is WebAssembly. Text becomes markup or a script
 * only through the one policy of the app, which lets neither pass.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Headers every answer carries. */
const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Page that draws diagrams for the app: a library makes markup there, so nothing but its scripts may come in and nothing go out. */
const DRAWING = '/diagrams.html';
const DRAWING_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
} as const;

const SECURED = 'secured';

/**
 * Sets the headers on every answer that does not carry them yet. Who is refused before their body was read is told that the
 * connection ends: it is cut when the rest does not come soon, which on a busy machine would be under the next request.
 */
export const answerHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { req, res } = context;
  if (res.status >= 400 && sendsBody(req) && !req.raw.bodyUsed) res.headers.set('connection', 'close');
  if (context.get(SECURED) === true) return;
  const { headers } = context.res;
  const own = context.req.path === DRAWING ? { ...SECURITY_HEADERS, ...DRAWING_HEADERS } : SECURITY_HEADERS;
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
};

function sendsBody(req: HonoRequest): boolean {
  return Number(req.header('content-length') ?? 0) > 0 || req.header('transfer-encoding') !== undefined;
}

/** A JSON answer with all headers from the start: changing those of a response afterwards costs more than making it. */
export function dressedJson(context: Context, body: string | ReadableStream, status: number): Response {
  context.set(SECURED, true);
  return new Response(body, { status, headers: JSON_HEADERS });
}

const JSON_HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'application/json' };
