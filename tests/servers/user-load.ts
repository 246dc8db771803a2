import { setTimeout as wait } from 'node:timers/promises';
import { randomOf } from '@tenfold/core/testing';
import { clientOf, Problem, textOf } from '../../packages/server/src/testing/client.ts';

/** An entry somebody was told is stored. */
export interface Told {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  /** The one that was told before it in the same stream. */
  readonly after: string | null;
}

/** What one client of a user was promised, in the order it was. */
export interface Promises {
  readonly owner: string;
  readonly session: string;
  /** Texts of messages that were acknowledged, each its own. */
  readonly said: string[];
  /** Messages and answers, also of streams that broke off behind them. */
  readonly told: Told[];
  /** Answers whose words came otherwise than they were told to be stored. */
  misheard: number;
  /** How often something was asked for again because nobody acknowledged it. */
  retries: number;
  readonly done: Record<string, number>;
}

const DEEDS = ['say', 'say', 'say', 'append', 'edit', 'stop', 'fold', 'undo', 'restore'] as const;
const PAUSE_MS = 150;
/** Clients of a user that have the same session open and act at once. */
const CLIENTS = 2;

interface Person {
  readonly owner: string;
  readonly token: string;
}

type Client = ReturnType<typeof clientOf>;

/** Asks one server after the other until one answers; a refusal is an answer. */
function insister(urls: readonly string[], token: string, seed: number) {
  const clients = urls.map((url) => clientOf(url, token));
  let turn = seed;
  return async <T>(ask: (client: Client) => Promise<T>, retried: () => void): Promise<T | Problem> => {
    for (let tries = 0; ; tries++) {
      try {
        return await ask(clients[turn++ % clients.length] as Client);
      } catch (error) {
        if (error instanceof Problem && isAnswer(error)) return error;
        if (tries > 600) throw error;
        retried();
        await wait(PAUSE_MS);
      }
    }
  };
}

/** What nobody else would answer otherwise: too many requests and a person who is not known yet are asked again, a fold so soon behind another is not. */
const isAnswer = ({ status, code }: Problem) => status < 500 && status !== 401 && (status !== 429 || code === 'fold-cooldown');

/** Works like a person with several windows and a flaky connection: each thing is asked for by its key until somebody acknowledges it. */
export async function actAsUser(
  urls: readonly string[],
  person: Person,
  seed: number,
  isOver: () => boolean,
): Promise<readonly Promises[]> {
  const made = await insister(
    urls,
    person.token,
    seed,
  )(
    (client) => client.post('/api/sessions', { title: `of ${person.owner}` }),
    () => {},
  );
  const session = String((made as { id: string }).id);
  return Promise.all(
    Array.from({ length: CLIENTS }, (_, n) =>
      actInSession(urls, person, { session, name: `${person.owner} ${n}` }, seed + n * 7, isOver),
    ),
  );
}

async function actInSession(
  urls: readonly string[],
  { owner, token }: Person,
  { session, name }: { session: string; name: string },
  seed: number,
  isOver: () => boolean,
): Promise<Promises> {
  const random = randomOf(seed);
  const promises: Promises = { owner, session, said: [], told: [], misheard: 0, retries: 0, done: {} };
  const asking = insister(urls, token, seed);
  const insist = <T>(ask: (client: Client) => Promise<T>) => asking(ask, () => void promises.retries++);
  const path = `/api/sessions/${session}`;
  const entries = async () =>
    ((await insist((client) => client.get(`${path}/entries?limit=20`))) as { entries: { id: string; role: string }[] }).entries;
  const hear = (chunks: Awaited<ReturnType<Client['say']>>) => {
    const entries = chunks.flatMap(({ type, data }) => (type === 'data-entry' ? [data as StoredEntry] : []));
    let after: string | null = null;
    for (const { id, role, parts } of entries) {
      promises.told.push({ id, role, text: wordsOf(parts), after });
      after = id;
    }
    const answers = entries.filter(({ role }) => role === 'assistant');
    const isWhole = chunks.some(({ type }) => type === 'finish') && answers.length === 1;
    const heard = textOf(chunks);
    // Of an answer that was given before there is only what is stored.
    if (isWhole && heard !== '' && heard !== wordsOf(answers[0]?.parts ?? [])) promises.misheard++;
  };
  // What was stored and then failed is not said again: each text is used once.
  let texts = 0;
  const say = async (more: object = {}) => {
    const text = `${name} says ${texts++} ${'walrus '.repeat(30)}`;
    const idempotencyKey = crypto.randomUUID();
    const answer = await insist(async (client) => {
      const chunks = await client.say(session, { text, idempotencyKey, ...more });
      hear(chunks);
      // What fails once the stream has begun, such as a message that stood in line, is told in it.
      const failed = chunks.find(({ type }) => type === 'data-error');
      if (failed !== undefined) throw new Problem(failed.data);
      // A stream that broke off acknowledged nothing that was not stored; it is asked for again by its key.
      if (!chunks.some(({ type }) => type === 'finish' || type === 'abort')) throw new Error('broke off');
      return chunks;
    });
    // Stopped while it stood in line, it was never stored.
    if (!(answer instanceof Problem) && answer.some(({ type }) => type === 'data-entry')) promises.said.push(text);
  };
  const deeds: Record<(typeof DEEDS)[number], () => Promise<unknown>> = {
    say,
    async append() {
      const text = `${name} says ${texts++} ${'tusk '.repeat(30)}`;
      const body = { messages: [{ role: 'user', text }], idempotencyKey: crypto.randomUUID() };
      const stored = await insist((client) => client.post(`${path}/entries`, body));
      if (stored instanceof Problem) return;
      promises.said.push(text);
      hear([{ type: 'data-entry', data: stored.entries[0] }]);
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

interface StoredEntry {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly type: string; readonly text?: string }[];
}

/** The words of a message. */
export function wordsOf(parts: StoredEntry['parts']): string {
  return parts.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : [])).join('');
}
