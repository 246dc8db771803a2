import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Answers with a file of the app. */
export type Pages = (path: string) => Promise<Response>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Names with a hash in them never change. */
const LASTING = /^\/assets\//;

/** Says that there is no web app here. */
export const noPages: Pages = async () =>
  new Response('The web app is not built or not served here. The API is described at /api/openapi.json.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });

/** How long a page waits for the app before it says that it is not there yet. */
const WAIT_MS = 1_000;

/** Pages of an app that is made ready when somebody first asks for one; until then a page says so, and comes back by itself. */
export function pagesWhenAsked(makeReady: () => Promise<string | null>): Pages {
  let pages: Pages | null = null;
  let making: Promise<void> | null = null;
  return async (path) => {
    making ??= makeReady().then(async (folder) => {
      pages = folder === null ? noPages : await pagesFrom(folder);
    });
    if (pages === null) await Promise.race([making, setTimeout(WAIT_MS)]);
    return pages?.(path) ?? notYet();
  };
}

function notYet(): Response {
  return new Response(
    '<!doctype html><title>Tenfold</title><p>The app is being built for the first time. It will be here in a moment.',
    {
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', refresh: '2' },
    },
  );
}

/** Files of a web app. Paths of the app's own routes get its start page. */
export async function pagesFrom(folder: string): Promise<Pages> {
  const root = await realpath(folder);
  return async (path) => {
    const file = await fileIn(root, path);
    if (file !== null) return respond(path, file);
    if (extname(path) !== '') return new Response('There is no such file.', { status: 404 });
    return respond('/index.html', await readFile(join(root, 'index.html')));
  };
}

/** A file's bytes if it truly lies inside the folder: no dots, links or odd spellings lead out of it. */
async function fileIn(root: string, path: string): Promise<Buffer | null> {
  if (path === '/' || path.includes('\0') || extname(path) === '') return null;
  try {
    const file = await realpath(join(root, decodeURIComponent(path)));
    return file.startsWith(root + sep) ? await readFile(file) : null;
  } catch {
    return null;
  }
}

function respond(path: string, bytes: Buffer): Response {
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const cache = LASTING.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type, 'cache-control': cache } });
}
