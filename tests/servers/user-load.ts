import { setTimeout as wait } from 'node:timers/promises';
import { randomOf } from '@tenfold/core/testing';
import { clientOf, Problem } from '../../packages/server/src/testing/client.ts';

/** What one user was promised, in the order it was. */
export interface Promises {
  readonly owner: string;
  readonly session: string;
  /** Texts of messages that were acknowledged, each its own. */
  readonly said: string[];
  /** How often something was asked for again because nobody acknowledged it. */
  retries: number;
  readonly done: Record<string, number>;
}

const DEEDS = ['say', 'say', 'say', 'append', 'edit', 'stop', 'fold', 'undo', 'restore'] as const;
const PAUSE_MS = 150;

/** Works like a person with a flaky connection: each thing is asked for by its key until somebody acknowledges it. */
export async function actAsUser(
  urls: readonly string[],
  { owner, token }: { owner: string; token: string },
  seed: number,
  isOver: () => boolean,
): Promise<Promises> {
  const random = randomOf(seed);
  const clients = urls.map((url) => clientOf(url, token));
  let turn = seed;
  /** Asks one server after the other until one answers; a refusal is an answer. */
  const insist = async <T>(ask: (client: (typeof clients)[number]) => Promise<T>): Promise<T | Problem> => {
    for (let tries = 0; ; tries++) {
      try {
        return await ask(clients[turn++ % clients.length] as (typeof clients)[number]);
      } catch (error) {
        if (error instanceof Problem && error.status < 500 && error.status !== 429 && error.status !== 401) return error;
        if (tries > 600) throw error;
        promises.retries++;
        await wait(PAUSE_MS);
      }
    }
  };
  const promises: Promises = { owner, session: '', said: [], retries: 0, done: {} };
  const made = await insist((client) => client.post('/api/sessions', { title: `of ${owner}` }));
  const session = String((made as { id: string }).id);
  Object.assign(promises, { session });
  const path = `/api/sessions/${session}`;
  const entries = async () =>
    ((await insist((client) => client.get(`${path}/entries?limit=20`))) as { entries: { id: string; role: string }[] }).entries;
  const say = async (more: object = {}) => {
    const text = `${owner} says ${promises.said.length} ${'walrus '.repeat(30)}`;
    const idempotencyKey = crypto.randomUUID();
    const answer = await insist(async (client) => {
      const chunks = await client.say(session, { text, idempotencyKey, ...more });
      // What fails once the stream has begun, such as a message that stood in line, is told in it.
      const failed = chunks.find(({ type }) => type === 'data-error');
      if (failed !== undefined) throw new Problem(failed.data);
      // A stream that broke off acknowledged nothing that was not stored; it is asked for again by its key.
      if (!chunks.some(({ type }) => type === 'finish')) throw new Error('broke off');
      return chunks;
    });
    if (!(answer instanceof Problem)) promises.said.push(text);
  };
  const deeds: Record<(typeof DEEDS)[number], () => Promise<unknown>> = {
    say,
    async append() {
      const text = `${owner} says ${promises.said.length} ${'tusk '.repeat(30)}`;
      const body = { messages: [{ role: 'user', text }], idempotencyKey: crypto.randomUUID() };
      if (!((await insist((client) => client.post(`${path}/entries`, body))) instanceof Problem)) promises.said.push(text);
    },
    async edit() {
      const [first, ...others] = await entries();
      const parent = others.find(({ role }) => role === 'assistant') ?? first;
      await (parent === undefined ? say() : say({ parent: parent.id }));
    },
    stop: () => Promise.all([say(), insist((client) => client.post(`${path}/stop`, {}))]),
    fold: () => insist((client) => client.post(`${path}/condense`, { strategy: 'native', force: true })),
    async undo() {
      const { runs = [] } = (await insist((client) => client.get(`${path}/condensations`))) as { runs?: { id: string }[] };
      if (runs[0] !== undefined) await insist((client) => client.delete(`${path}/condensations/${runs[0]?.id}`));
    },
    async restore() {
      const saved = (await insist((client) => client.post(`${path}/checkpoints`, { label: 'here' }))) as { id?: string };
      if (saved.id !== undefined) await insist((client) => client.post(`${path}/restore`, { checkpoint: saved.id }));
    },
  };
  while (!isOver()) {
    const deed = DEEDS[random.between(0, DEEDS.length - 1)] ?? 'say';
    await deeds[deed]();
    promises.done[deed] = (promises.done[deed] ?? 0) + 1;
  }
  return promises;
}
