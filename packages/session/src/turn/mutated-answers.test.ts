import type { Json, JsonObject } from '@tenfold/core';
import { type Random, randomOf } from '@tenfold/core/testing';
import { expect, it } from 'vitest';
import { anthropicWire } from '../../../../tests/upstream/anthropic.ts';
import { geminiWire } from '../../../../tests/upstream/gemini.ts';
import { openAiChatWire } from '../../../../tests/upstream/openai-chat.ts';
import { openAiResponsesWire } from '../../../../tests/upstream/openai-responses.ts';
import type { Said } from '../../../../tests/upstream/wire.ts';
import { collected, outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';
import { guardedFetch } from '../upstream/guarded-fetch.ts';

const WIRES = [
  ['openai-compatible', 'llama3', openAiChatWire],
  ['anthropic', 'claude-sonnet-4-5', anthropicWire],
  ['openai', 'gpt-4o', openAiResponsesWire],
  ['google', 'gemini-2.5-flash', geminiWire],
  ['openrouter', 'x/y', openAiChatWire],
] as const;
const DRAWS = Number(process.env.TENFOLD_DRAWS ?? (process.env.TENFOLD_DEEP === '1' ? 300 : 6));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);

const SAID: readonly Said[] = [
  { text: 'one two three four' },
  { text: 'Let me look.', calls: [{ id: 'c1', name: 'recall', input: { query: 'boxes' } }] },
  {
    calls: [
      { id: 'c1', name: 'recall', input: { query: 'a' } },
      { id: 'c2', name: 'nobody', input: { a: [1, { b: null }] } },
    ],
  },
  { thinking: 'Hm.', signature: 'c2ln', text: 'Yes.' },
  {},
];

/** Values that no API sends where they are put. */
const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  'x',
  '\ud800',
  'a\u0000b',
  '__proto__',
  'z'.repeat(300_000),
  [],
  {},
  [[]],
  { type: 'text' },
  [{ type: 'text', text: 7 }],
  { message: 'overloaded' },
];

/** An event with one thing in it that is something else, is gone, or is there twice. */
function mutated(random: Random, value: Json, depth = 0): Json {
  if (typeof value !== 'object' || value === null || depth > 6 || random.chance(0.15)) return random.pick(ODD);
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(ODD)];
    const at = random.between(0, value.length - 1);
    if (random.chance(0.2)) return [...value, value[at] as Json];
    return value.with(at, mutated(random, value[at] as Json, depth + 1));
  }
  const object = value as JsonObject;
  const name = random.pick(Object.keys(object));
  if (name === undefined) return { [random.pick(['type', 'index', 'id', 'delta'])]: random.pick(ODD) };
  if (random.chance(0.2)) return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)) as JsonObject;
  return { ...object, [name]: mutated(random, object[name] as Json, depth + 1) };
}

function mutatedEvent(random: Random, event: string): string {
  const found = /^data: (.*)$/m.exec(event);
  if (found?.[1] === undefined || !found[1].startsWith('{')) return event;
  // What something has happened to already may be no JSON.
  if (random.chance(0.1) || !found[1].endsWith('}')) return `${event.slice(0, random.between(0, event.length))}\n\n`;
  return event.replace(found[0], () => `data: ${JSON.stringify(mutated(random, JSON.parse(found[1] as string) as Json))}`);
}

/** A stream that something has happened to. */
function mutatedStream(random: Random, events: readonly string[]): string {
  let all = [...events];
  for (let times = random.between(1, 3); times > 0; times--) {
    const at = random.between(0, Math.max(0, all.length - 1));
    const kind = random.between(0, 7);
    if (kind === 0) all = all.toSpliced(at, 1);
    else if (kind === 1) all = all.toSpliced(at, 0, all[random.between(0, Math.max(0, all.length - 1))] ?? '');
    else if (kind === 2) all = all.slice(0, at);
    else if (kind === 3)
      all = all.toSpliced(
        at,
        0,
        random.pick([': ping\n\n', 'data: 17\n\n', 'event: x\n\n', '\ufeff', 'data: [DONE]\n\n', '\r\n\r\n']),
      );
    else all = all.with(at, mutatedEvent(random, all[at] ?? ''));
    if (all.length === 0) return '';
  }
  return all.join('');
}

it.each(WIRES)(
  `whatever %s says instead of an answer (${DRAWS} times) ends typed and stored, and the conversation goes on`,
  {
    timeout: 60_000 + DRAWS * 2_000,
  },
  async (provider, model, wire) => {
    const random = randomOf(SEED);
    let sent: string | null = null;
    let asked = 0;
    const send: typeof fetch = async (input, init) => {
      if (sent === null || init?.method === 'GET') return guardedFetch()(input, init);
      asked++;
      return new Response(sent, { headers: { 'content-type': 'text/event-stream' } });
    };
    const { tenfold, upstream, profile, store, logged } = await talkWith(provider, model, {}, { options: { fetch: send } });
    await tenfold.settings.change({ answerTimeout: 5, recallTools: 'on' });
    const outcomes = new Map<string, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      const { id } = await tenfold.sessions.create({ profileId: profile });
      const bill = { serial: draw, input: 20, output: 5, read: 0, write: 0 };
      sent = mutatedStream(random, wire.events(random.pick(SAID), bill));
      const told = JSON.stringify({ draw, sent: sent.slice(0, 3_000) });
      const steps = asked;
      const events = await collected(tenfold.turns.send(id, { text: 'Well?' }));
      const outcome = outcomeOf(events);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      expect(['answered', 'failed'], told).toContain(outcome);
      const error = events.find((event) => event.type === 'error');
      if (error?.type === 'error')
        expect([error.code, error.message.length < 600, error.todo !== '', told]).toEqual(['upstream-failed', true, true, told]);
      expect(asked - steps, told).toBeLessThan(80);
      sent = null;
      const seen = upstream.seen.length;
      const again = await collected(tenfold.turns.send(id, { text: 'And now?' }));
      expect([outcomeOf(again), upstream.seen.slice(seen).flatMap(({ refused }) => refused), told]).toEqual([
        'answered',
        [],
        told,
      ]);
      const exported = await tenfold.exchange.exportFile(id, 'jsonl');
      expect([...exported.pieces()].join('').isWellFormed(), told).toBe(true);
    }
    expect(await store.pending.list()).toEqual([]);
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await store.verify()).damages).toEqual([]);
    if (DRAWS > 100)
      process.stdout.write(`${provider}: ${JSON.stringify(Object.fromEntries(outcomes))} (TENFOLD_SEED=${SEED})\n`);
  },
);
