import { apiRoutes } from '../../api/routes.ts';
import { examine } from '../../process/examine.ts';
import { realServer } from '../real-server.ts';
import type { FlippableHome } from './flipped-home.ts';

/** What is seen of a home through everything that may be read of it, and what its sessions take. */
export interface Seen {
  /** What must never be: errors of the server's own, paths or stacks in an answer, a session that cannot be opened or gone on with. */
  readonly faults: readonly string[];
  /** What is said of the session that nothing happened to, by page. */
  readonly intact: ReadonlyMap<string, string>;
}

const LEAK = /node_modules|\.ts:\d|tenfold\.db/;
const PAGES = [
  '',
  '/entries?limit=1000',
  '/status',
  '/context',
  '/wire',
  '/folds',
  '/condensations',
  '/checkpoints',
  '/branches',
];

/** Asks a server on a home for everything, goes on with each of its sessions, and has it examined. */
export async function lookThrough({ intact, others }: FlippableHome, home: string, database?: string): Promise<Seen> {
  const faults: string[] = [];
  const said = new Map<string, string>();
  const { client, tenfold, url, close } = await realServer({ home, database }, { checkAnswers: false });
  const ask = async (path: string, body?: object) => {
    const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url + path, { ...sent, signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (!response.ok || text.includes('"type":"error"') || (response.status >= 400 && LEAK.test(text)))
      faults.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
    return text;
  };
  try {
    const lists = apiRoutes.map(({ endpoint: { method, path } }) => (method === 'get' ? path : ':'));
    for (const path of lists.filter((path) => !/:|events$|connectable|search|memories|settled|\/me|people|openapi/.test(path)))
      await ask(path);
    const listed = await ask('/api/sessions?status=1&limit=100');
    const told = await tenfold.recovery.check();
    for (const session of [intact, ...others]) {
      const at = `/api/sessions/${session}`;
      // A session whose id is another now is found under that one, and told of.
      if (!listed.includes(session) && told.length > 0) continue;
      for (const page of [...PAGES, '/export']) {
        const text = await ask(at + page);
        if (session === intact) said.set(page, text);
      }
      await ask(`${at}/entries`, { messages: [{ role: 'user', text: 'and now?' }] });
      await ask(`${at}/messages`, { text: 'go on' });
      const { entries } = await client.get(`${at}/entries?limit=2`);
      if (entries.at(-1)?.role !== 'assistant') faults.push(`${at}: the answer is not stored`);
    }
  } finally {
    await close();
  }
  const settings = { home, database, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
  await examine(settings, { environment: {}, node: 'v24.0.0', web: null });
  return { faults, intact: said };
}
