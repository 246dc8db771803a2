import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from './open-gateway.ts';

/** The home's file as a full disk has it: what is there can be read, and nothing can be added. */
function fill(home: string, table = 'entries'): () => void {
  const file = new DatabaseSync(join(home, 'tenfold.db'));
  file.exec(`create trigger full_disk before insert on ${table} begin select raise(abort, 'no space left'); end`);
  return () => {
    file.exec('drop trigger full_disk');
    file.close();
  };
}

async function gatewayThat(onStoreFailure?: 'closed' | 'pass') {
  const gateway = await openGateway({}, onStoreFailure === undefined ? {} : { onStoreFailure });
  onTestFinished(() => gateway.close());
  const ask = async (question: string) => {
    const body = `{ "model": "gpt-4o", "messages": [ {"role":"user","content":${JSON.stringify(question)}} ] }`;
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body });
    const said = (await answer.json()) as { error?: { message: string } };
    // What passed is in the record, or it is known that it cannot be.
    await gateway.tenfold.chains.idle();
    return {
      status: answer.status,
      headers: answer.headers,
      error: said.error?.message,
      sent: gateway.upstream.seen.at(-1)?.body,
    };
  };
  return { gateway, ask };
}

it.each([undefined, 'closed'] as const)('refuses requests while its record cannot be written (%s)', async (mode) => {
  const { gateway, ask } = await gatewayThat(mode);
  expect((await ask('Before.')).status).toBe(200);
  const free = fill(gateway.home);
  // The one by which it comes to be known has its answer already.
  await ask('The first that is not recorded.');
  const asked = gateway.upstream.seen.length;
  for (const question of ['A new one.', 'The first that is not recorded.', 'Before.']) {
    const { status, error } = await ask(question);
    expect(status === 503 || question === 'Before.').toBe(true);
    if (status === 503) expect(error).toMatch(/cannot write its record .*nothing was sent.*--on-store-failure pass/i);
  }
  expect(gateway.upstream.seen.slice(asked).every(({ body }) => JSON.stringify(body).includes('Before.'))).toBe(true);
  free();
  const after = await ask('A new one.');
  expect(after.status).toBe(200);
  const { entries } = await gateway.tenfold.sessions.entries(after.headers.get('x-tenfold-session') ?? '');
  expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

it('lets them pass as they came, and says so, where that was chosen', async () => {
  const { gateway, ask } = await gatewayThat('pass');
  const free = fill(gateway.home);
  await ask('The first that is not recorded.');
  const passed = await ask('A new one.');
  expect(passed.status).toBe(200);
  expect(passed.headers.get('x-tenfold-unmanaged')).toBe('1');
  expect(passed.headers.get('x-tenfold-session')).toBeNull();
  expect(passed.sent).toEqual({ model: 'gpt-4o', messages: [{ role: 'user', content: 'A new one.' }] });
  expect(gateway.traffic.list()[0]).toMatchObject({ aside: 'unmanaged', session: null });
  free();
  const after = await ask('A new one.');
  expect(after.headers.get('x-tenfold-unmanaged')).toBeNull();
  expect(after.headers.get('x-tenfold-session')).not.toBeNull();
});

it("passes on the vendor's refusal of what is too long where no fold can be kept", async () => {
  const gateway = await openGateway({ window: 3_000 }, { room: 100_000 });
  onTestFinished(() => gateway.close());
  const free = fill(gateway.home, 'folds');
  const messages = Array.from({ length: 25 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `Part ${n}: ${'some words of talk '.repeat(40)}`,
  }));
  const ask = () =>
    fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'gpt-4o', messages }) });
  const refused = await ask();
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('context length')]);
  expect(gateway.lines.join('')).toContain('chain-not-folded');
  free();
  expect((await ask()).status).toBe(200);
});
