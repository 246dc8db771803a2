import { expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

it('an import whose client leaves is given up, and nothing of it is kept', async () => {
  const { client, tenfold, close } = await realServer();
  try {
    const leaving = new AbortController();
    const importing = Promise.withResolvers<AbortSignal | undefined>();
    const { importFile } = tenfold.exchange;
    const over = Promise.withResolvers<unknown>();
    Object.assign(tenfold.exchange, {
      importFile: (...[file, options]: Parameters<typeof importFile>) => {
        const made = importFile(file, { ...options, progress: () => importing.resolve(options?.signal) });
        made.then(over.resolve, over.resolve);
        return made;
      },
    });
    const text = Array.from({ length: 20_000 }, (_, n) => JSON.stringify({ role: 'user', content: `walrus ${n}` })).join('\n');
    const sent = client.request('POST', '/api/import', { name: 'long.jsonl', text }, { signal: leaving.signal });
    await importing.promise;
    leaving.abort();
    await expect(sent).rejects.toThrow();
    expect(String(await over.promise)).toMatch(/closed|abort/i);
    expect((await tenfold.sessions.list({ q: 'long' })).sessions).toEqual([]);
    expect(await tenfold.recall.search('walrus')).toEqual([]);
  } finally {
    await close();
  }
});
