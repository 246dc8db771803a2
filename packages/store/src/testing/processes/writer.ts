import { textMessage } from '@tenfold/core';
import { Conflict, isPostgresUrl, openPostgres, openSqlite } from '../../index.ts';

// One of two processes that write to the same session at once. Each line says what was acknowledged.
const [address = '', name = '', rounds = '0'] = process.argv.slice(2);
const session = 'shared';
const store = isPostgresUrl(address) ? await openPostgres(address) : await openSqlite(address);
const say = (...words: (string | number)[]) => process.stdout.write(`${words.join(' ')}\n`);

for (let n = 0; n < Number(rounds); n++) {
  const message = textMessage('user', `${name} ${n}`);
  const { entries } = await store.entries.append({
    session,
    entries: [{ message }],
    key: `${name}-${n}`,
    alongside: () => ({ events: [{ type: 'entry', data: { name, n } }] }),
    at: n,
  });
  say('entry', entries[0]?.sequence ?? 0, entries[0]?.id ?? '');
  const { token } = await store.leases.acquire({ name: `${name}-${n}`, holder: name, at: n });
  say('token', token);
  await takeSlot(n);
  // A unit of work that both want: of two that read the same head one wins.
  await store
    .transaction(session, async (unit) => {
      const { head } = await unit.heads.get(session);
      const made = await unit.heads.create({ session, branch: `${name}-${n}`, head, at: n });
      await unit.sessions.switchTo(session, made.branch);
      return made;
    })
    .then(({ branch }) => say('branch', branch));
}
await store.close();

/** Only one of both may be between `taken` and `free`. */
async function takeSlot(n: number): Promise<void> {
  try {
    const job = await store.jobs.create({ session, kind: 'fold', slot: `fold:${session}`, state: 'running', lease: n, at: n });
    const state = (await store.jobs.list({ session, states: ['queued', 'running'] })).length;
    say('slot', state);
    await store.jobs.update(job.id, { state: 'done', lease: n, at: n });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}
