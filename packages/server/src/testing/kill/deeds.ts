import { eventsOf } from '../client.ts';
import type { Victim } from './victim.ts';

type Client = Victim['client'];

/** What a server was doing when it was killed. */
export const PHASES = ['append', 'stream', 'fold', 'checkpoint'] as const;

/** One of them. */
export type Phase = (typeof PHASES)[number];

/** Everything a server promised, and what it had begun. */
export interface Promised {
  /** Ids of acknowledged entries by session. */
  readonly entries: Map<string, string[]>;
  /** Acknowledged checkpoints by session, with how many entries they hold. */
  readonly checkpoints: Map<string, { id: string; entries: number }[]>;
  /** Sessions with a turn that had begun and whose end was not seen. */
  readonly turns: Set<string>;
  /** Sessions with a fold that was accepted. */
  readonly folds: Set<string>;
}

/** Nothing yet. */
export function nothingPromised(): Promised {
  return { entries: new Map(), checkpoints: new Map(), turns: new Set(), folds: new Set() };
}

/** How often a session was promised something in one way. */
export function promisesOf({ entries, checkpoints, turns, folds }: Promised, phase: Phase, session: string): number {
  if (phase === 'append') return entries.get(session)?.length ?? 0;
  if (phase === 'checkpoint') return checkpoints.get(session)?.length ?? 0;
  return Number((phase === 'stream' ? turns : folds).has(session));
}

/** Words of every answer, each to be recognised. */
export const ANSWER = Array.from({ length: 120 }, (_, n) => `word-${n}`).join(' ');

/** Keeps a server busy in one way until it dies. Resolves when it has. */
export async function keepBusy(client: Client, phase: Phase, session: string, promised: Promised): Promise<void> {
  for (let n = 0; ; n++) {
    try {
      await DEEDS[phase](client, session, promised, n);
    } catch (error) {
      // The connection broke: it was killed. Anything it said itself is a finding.
      if (error instanceof Error && error.name === 'Problem') throw error;
      return;
    }
  }
}

const DEEDS: Record<Phase, (client: Client, session: string, promised: Promised, n: number) => Promise<void>> = {
  append,
  stream,
  fold,
  async checkpoint(client, session, promised, n) {
    await append(client, session, promised, n);
    const made = await client.post(`/api/sessions/${session}/checkpoints`, { label: `point ${n}` });
    into(promised.checkpoints, session).push({ id: made.id, entries: made.entries });
  },
};

async function append(client: Client, session: string, promised: Promised, n: number): Promise<void> {
  const messages = [
    { role: 'user', text: `question ${n} ${'walrus '.repeat(40)}` },
    { role: 'assistant', text: `answer ${n} ${'tusk '.repeat(40)}` },
  ];
  const { entries } = await client.post(`/api/sessions/${session}/entries`, { messages, idempotencyKey: crypto.randomUUID() });
  into(promised.entries, session).push(...entries.map(({ id }: { id: string }) => id));
}

async function stream(client: Client, session: string, promised: Promised, n: number): Promise<void> {
  const body = { text: `turn ${n}`, idempotencyKey: crypto.randomUUID() };
  const response = await client.request('POST', `/api/sessions/${session}/messages`, body);
  for await (const { data } of eventsOf(response)) {
    if (data === '[DONE]') return;
    const chunk = JSON.parse(data);
    if (chunk.type === 'data-entry') into(promised.entries, session).push(chunk.data.id);
    if (chunk.type === 'start') promised.turns.add(session);
    if (chunk.type === 'finish') promised.turns.delete(session);
  }
  throw new Error('The stream broke off.');
}

async function fold(client: Client, session: string, promised: Promised, n: number): Promise<void> {
  for (let more = 0; more < 12; more++) await append(client, session, promised, n * 12 + more);
  await client.post(`/api/sessions/${session}/condense`, { strategy: 'native', force: true });
  promised.folds.add(session);
  // One fold a round: there are thirty seconds between two.
  await new Promise<never>((_, die) => {
    const look = setInterval(() => client.get('/healthz').catch(() => clearInterval(look) ?? die(new Error('killed'))), 20);
  });
}

/** The list of a session, made when it is first asked for. */
function into<T>(lists: Map<string, T[]>, session: string): T[] {
  const list = lists.get(session) ?? [];
  lists.set(session, list);
  return list;
}
