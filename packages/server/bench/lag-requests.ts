import { prose } from './prose.ts';

/** Does something, and tells of it when the server has come to rest. */
export type Tell = (name: string, work: () => Promise<{ status: number }>) => Promise<void>;

/** Calls a server with JSON. */
export function callerOf(url: string) {
  return async (method: string, path: string, body?: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, url), { method, headers, ...(body === undefined ? {} : { body: text }) });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Requests of so many bytes to the routes of the app. */
export async function askMuch(url: string, bytes: number, tell: Tell): Promise<void> {
  const call = callerOf(url);
  const session = async () => (JSON.parse((await call('POST', '/api/sessions', {})).text) as { id: string }).id;
  await tell('start', () => call('GET', '/healthz'));
  const paste = prose(1, bytes);
  const first = await session();
  await tell('a paste as a message', () => call('POST', `/api/sessions/${first}/messages`, { text: paste }));
  await tell('its entries', () => call('GET', `/api/sessions/${first}/entries`));
  await tell('a draft', () => call('POST', `/api/sessions/${first}/status`, { draft: paste }));
  await tell('one letter', async () =>
    call('POST', `/api/sessions/${await session()}/entries`, { messages: [{ role: 'user', text: 'a'.repeat(bytes) }] }),
  );
  const many = await session();
  const messages = Array.from({ length: bytes / 2_000 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    text: prose(n, 1_950),
  }));
  for (let at = 0; at < messages.length; at += 1_000)
    await tell('a thousand messages', () =>
      call('POST', `/api/sessions/${many}/entries`, { messages: messages.slice(at, at + 1_000) }),
    );
  await tell('their status', () => call('GET', `/api/sessions/${many}/status`));
  await tell('their context', () => call('GET', `/api/sessions/${many}/context`));
  await tell('their first page', () => call('GET', `/api/sessions/${many}/entries`));
  await tell('search', () => call('GET', '/api/search?q=server'));
  await tell('search in one', () => call('GET', `/api/sessions/${first}/search?q=server`));
  await tell('an estimate', () => call('POST', `/api/sessions/${many}/condense`, { dryRun: true }));
  await tell('a fold', () => call('POST', `/api/sessions/${many}/condense`, { force: true }));
  await tell('the lab', () => call('POST', `/api/sessions/${many}/lab`, {}));
  for (const format of ['jsonl', 'markdown', 'openai'])
    await tell(`export as ${format}`, () => call('GET', `/api/sessions/${many}/export?format=${format}`));
  const lines = messages.map(({ role, text }) => JSON.stringify({ role, content: text })).join('\n');
  await tell('an import', () => call('POST', '/api/import', { name: 'file.jsonl', text: lines }));
}

const ENTRIES = 50_000;

/** A session of 50,000 entries of which none is folded. */
export async function askLongSession(url: string, _bytes: number, tell: Tell): Promise<void> {
  const call = callerOf(url);
  const lines = Array.from({ length: ENTRIES }, (_, n) =>
    JSON.stringify({ role: n % 2 === 0 ? 'user' : 'assistant', content: prose(n, 350) }),
  );
  let id = '';
  await tell('import of 50,000 messages', async () => {
    const made = await call('POST', '/api/import', { name: 'file.jsonl', text: lines.join('\n') });
    id = (JSON.parse(made.text) as { sessions: { id: string }[] }).sessions[0]?.id ?? '';
    return made;
  });
  await tell('opened', () => call('GET', `/api/sessions/${id}/status`));
  await tell('context', () => call('GET', `/api/sessions/${id}/context`));
  await tell('context again', () => call('GET', `/api/sessions/${id}/context`));
  await tell('export', () => call('GET', `/api/sessions/${id}/export?format=openai`));
  await tell('Smart’s estimate', () => call('POST', `/api/sessions/${id}/condense`, { dryRun: true, strategy: 'smart' }));
}
