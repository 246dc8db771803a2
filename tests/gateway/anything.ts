import { injectionPayloads, randomOf } from '@tenfold/core/testing';
import { expect } from 'vitest';
import type { Asked } from '../upstream/upstream.ts';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

const ROOM = 14_000;
const MODEL = 'claude-opus-5-5';
/** How often the app's own changes to a chain are looked for, and a little more. */
const CHECK_MS = 1_100;

type Client = ReturnType<typeof claudeLike>;
type Acts = Readonly<Record<string, (client: Client) => Promise<unknown>>>;

/** Agents of one model that binds its thinking behind one gateway, whose summaries are written by somebody hostile. */
export class World {
  readonly random: ReturnType<typeof randomOf>;
  readonly clients = ['You are an agent.', 'You are a sub-agent.'].map((system) => {
    const client = claudeLike(system);
    client.user('Look at every part of the system.');
    return client;
  });
  readonly headers: Record<string, string> = {};
  readonly gateway: Awaited<ReturnType<typeof openGateway>>;
  /** The session that was recorded to last; none once it was removed. */
  session: string | null = null;
  /** Whether a record was removed that thinking was made on. */
  hasForgotten = false;
  #step = 0;

  private constructor(random: World['random'], gateway: World['gateway']) {
    this.random = random;
    this.gateway = gateway;
  }

  static async open(seed: number): Promise<World> {
    const random = randomOf(seed);
    let world: World | null = null;
    const gateway = await openGateway(
      {
        binds: true,
        caches: true,
        answer: (asked) => (isAsk(asked) ? { text: hostile(random) } : (world?.looking() ?? {})),
      },
      { room: ROOM, summarizer: 'client' },
    );
    world = new World(random, gateway);
    return world;
  }

  looking() {
    const part = this.#step;
    const calls = [{ id: `toolu_${part}`, name: 'look', input: { part } }];
    return { thinking: `Step ${part} needs a look.`, text: `Looking at part ${part}.`, calls };
  }

  send(body: string, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.gateway.url}/v1/messages`, { method: 'POST', body, headers: this.headers, ...(signal && { signal }) });
  }

  /** One step of an agent; `times`: how often the client sends it at once. */
  async go(client: Client, times = 1): Promise<void> {
    const body = client.body(MODEL);
    const answers = await Promise.all(Array.from({ length: times }, () => this.send(body)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(
      answers.map(({ status }) => status),
      texts.join(),
    ).toEqual(Array(times).fill(200));
    this.session = answers[0]?.headers.get('x-tenfold-session') ?? this.session;
    const blocks = blocksOf(texts[0] ?? '');
    client.say(blocks);
    for (const { type, id } of blocks)
      if (type === 'tool_use') client.result(String(id), resultOf(++this.#step, 1).text.slice(0, 1_500));
  }
}

/** Whether a request asks for a summary. */
export function isAsk({ messages, body }: Asked): boolean {
  return messages.length === 1 && body.tools === undefined;
}

function hostile(random: World['random']): string {
  return `${random.pick(injectionPayloads)} The parts tell of a kestrel. ${random.pick(injectionPayloads)}`;
}

/** What clients may do. */
export function clientActs(world: World): Acts {
  const { random, headers } = world;
  return {
    go: (client) => world.go(client),
    more: async (client) => {
      for (let n = 0; n < 4; n++) await world.go(client);
    },
    thrice: (client) => world.go(client, 3),
    bypass: async (client) => {
      // What thinking was made on is gone with its record, and what is bypassed is left alone.
      if (world.hasForgotten) return;
      headers['x-tenfold-bypass'] = '1';
      await world.go(client).finally(() => {
        delete headers['x-tenfold-bypass'];
      });
    },
    rewind: async (client) => {
      const answers = client.messages.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
      const at = answers.at(-random.between(1, 4));
      if (at !== undefined) client.messages.length = at;
      await world.go(client);
    },
    abort: async (client) => {
      const leaving = new AbortController();
      const answer = await world.send(client.body(MODEL), leaving.signal);
      const reader = answer.body?.getReader();
      for (let read = random.between(0, 6); read > 0; read--) await reader?.read();
      leaving.abort();
    },
    reminds: async (client) => {
      client.reminder(`Mind ${random.pick(injectionPayloads)}`);
      await world.go(client);
    },
  };
}

/** What the app and its server may do meanwhile. */
export function appActs(world: World): Acts {
  const { gateway, random } = world;
  const active = async () => {
    const { session } = world;
    const runs = session === null ? [] : await gateway.tenfold.folding.runs(session).catch(() => []);
    const run = runs.find((each) => each.active);
    return session === null || run === undefined ? null : { session, run: run.id };
  };
  const undo = async () => {
    const found = await active();
    if (found !== null) await gateway.tenfold.folding.undo(found.session, found.run);
    gateway.pass(CHECK_MS);
    return found;
  };
  return {
    restart: () => gateway.restart(),
    idle: () => gateway.tenfold.chains.idle(),
    undo,
    undoAndRedo: async (client) => {
      const undone = await undo();
      if (undone === null) return;
      await world.go(client);
      await gateway.tenfold.folding.redo(undone.session, undone.run).catch(() => {});
      gateway.pass(CHECK_MS);
    },
    protect: async () => {
      const { session } = world;
      if (session === null) return;
      const { entries } = await gateway.tenfold.sessions.entries(session).catch(() => ({ entries: [] }));
      const entry = entries[random.between(0, Math.max(0, entries.length - 1))];
      if (entry !== undefined) await gateway.tenfold.sessions.protect(session, entry.id, true);
      gateway.pass(CHECK_MS);
    },
    remove: async () => {
      if (world.session !== null) await gateway.tenfold.sessions.remove(world.session).catch(() => {});
      world.session = null;
      world.hasForgotten = true;
      gateway.pass(CHECK_MS);
    },
  };
}
