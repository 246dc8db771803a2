import type { Conversation, Fold, Json, JsonObject, Part } from '@tenfold/core';
import { dialectOf, identify, MESSAGE_FIELD, readRequest, type WireId } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outgoingView, requestText } from '../../packages/session/src/chains/outgoing-view.ts';
import { bindingRefusals, boundSignature } from '../upstream/binding.ts';
import { deferredRefusals } from '../upstream/deferred-tools.ts';
import { usersInARow } from '../upstream/gemini.ts';
import { messageSystemRefusals } from '../upstream/message-system.ts';
import { AROUND, CLIENT_TURNS } from './client-turns.ts';

const numRuns = Number(process.env.TENFOLD_DRAWS ?? 100);
const MODELS: Readonly<Record<WireId, readonly string[]>> = {
  anthropic: ['claude-sonnet-4-5', 'claude-opus-5-5', 'claude-3-5-haiku'],
  'openai-chat': ['gpt-4o'],
  'openai-responses': ['gpt-5.5'],
  gemini: ['gemini-2.5-pro', 'gemini-3-pro'],
};

/** What all of an upstream's rules say of a request. */
function refusals(wire: WireId, body: JsonObject): readonly string[] {
  return [
    ...dialectOf(wire)
      .validate(body)
      .map(({ message }) => message),
    ...(wire === 'anthropic' ? [...deferredRefusals(body), ...messageSystemRefusals(body)] : []),
    ...(wire === 'gemini' ? usersInARow(body) : []),
  ];
}

interface Drawn {
  readonly model: string;
  readonly turns: readonly string[];
  readonly space: string | undefined;
  readonly escaped: boolean;
}

/** A request as a client spells it, and where its turns begin among its items. */
function requestOf(wire: WireId, { model, turns, space, escaped }: Drawn, sign = false) {
  const { body, last } = AROUND[wire];
  const items = turns.map((name, n) => CLIENT_TURNS[wire][name]?.(n) ?? []);
  const all: readonly JsonObject[] = [...items.flat(), last];
  const given = { model, ...body, [MESSAGE_FIELD[wire]]: all };
  const whole: JsonObject = sign ? signed(given) : given;
  const plain = JSON.stringify(whole, null, space);
  const text = escaped
    ? plain
        .replace(/é/g, '\\u00e9')
        .replace(/0\.5/g, '5e-1')
        .replace(/https:\//g, 'https:\\/')
    : plain;
  const read = readRequest(wire, text);
  if (read === undefined) throw new Error('no request');
  const starts = items.map((_, turn) => items.slice(0, turn).flat().length);
  return { request: { ...read, model }, starts, whole };
}

/** Signs the thinking of a request as a model that binds it does. */
function signed(body: JsonObject): JsonObject {
  const messages: JsonObject[] = [];
  for (const message of body.messages as readonly JsonObject[]) {
    const { content } = message;
    const blocks = Array.isArray(content) ? (content as readonly JsonObject[]) : null;
    const before = { ...body, messages };
    const sign = (block: JsonObject) =>
      block.type === 'thinking'
        ? { ...block, signature: boundSignature(before, messages.length, String(block.thinking)) }
        : block;
    messages.push(blocks === null ? message : { ...message, content: blocks.map(sign) });
  }
  return { ...body, messages };
}

let made = 0;
const fold = (target: Fold['target'], kind: Fold['kind'], text: string): Fold => ({
  id: `fold${++made}`,
  run: 'run',
  target,
  kind,
  lossless: false,
  text,
  by: 'test',
  before: 10,
  after: 1,
});

const standIn = (part: Part): readonly [Fold['kind'], string] =>
  part.type === 'text' || part.type === 'tool-result'
    ? ['truncation', 'cut […] here']
    : part.type === 'tool-call'
      ? ['truncation', '{"cut":true}']
      : ['suppression', ''];

/** Shares of a list at which something is folded. */
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const drawn = (wire: WireId) =>
  fc.record({
    model: fc.constantFrom(...MODELS[wire]),
    turns: fc.array(fc.constantFrom(...Object.keys(CLIENT_TURNS[wire])), { minLength: 1, maxLength: 7 }),
    space: fc.constantFrom(undefined, ' ', '\t'),
    escaped: fc.boolean(),
  });

const spanIn = (conversation: Conversation, from: number, to: number, words = 'They talked.') => {
  const ids = conversation.transcript.map(({ id }) => id);
  return fold({ kind: 'span', from: ids[from] as string, to: ids[to] as string }, 'summary', words);
};

describe.each(Object.keys(CLIENT_TURNS) as WireId[])('any request of real clients, %s', (wire) => {
  const field = MESSAGE_FIELD[wire];

  it('is one that its API takes, and that comes back exactly where nothing is folded', () => {
    fc.assert(
      fc.property(drawn(wire), (given) => {
        const { request, whole } = requestOf(wire, given);
        expect(refusals(wire, whole)).toEqual([]);
        expect(dialectOf(wire).encode(dialectOf(wire).decode(whole))).toEqual(whole);
        expect(request.list()?.originals).toHaveLength((whole[field] as readonly Json[]).length);
      }),
      { numRuns },
    );
  });

  it('folded anywhere is one that its API takes, with all around what was said as it was', async () => {
    const spans = fc.array(fc.tuple(share, share), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(drawn(wire), spans, fc.array(fc.tuple(share, share), { maxLength: 4 }), async (given, wholes, pieces) => {
        const { request, whole } = requestOf(wire, given);
        const { decoded, transcript } = identify(request, sha256);
        const bare: Conversation = { frame: decoded.frame, transcript, folds: [], protected: new Set() };
        const place = (at: number) => Math.floor(at * transcript.length);
        const folds = [
          ...wholes.map(([a, b]) => spanIn(bare, place(Math.min(a, b)), place(Math.max(a, b)))),
          ...pieces.map(([entry, part]) => {
            const { id, message } = transcript[place(entry)] as (typeof transcript)[number];
            const index = Math.floor(part * message.parts.length);
            const there = message.parts[index];
            return there === undefined
              ? spanIn(bare, place(entry), place(entry))
              : fold({ kind: 'part', entry: id, index }, ...standIn(there));
          }),
        ];
        const { view } = outgoingView({ ...bare, folds }, { ...request, prefixes: new Map() });
        const text = await requestText(request, decoded, view);
        expect(text).toBeTypeOf('string');
        const sent = JSON.parse(text as string) as JsonObject;
        expect(refusals(wire, sent)).toEqual([]);
        expect({ ...sent, [field]: [] }).toEqual({ ...whole, [field]: [] });
      }),
      { numRuns },
    );
  });

  it('goes out byte by byte but for the turns that were folded', async () => {
    await fc.assert(
      fc.asyncProperty(drawn(wire), share, share, async (given, a, b) => {
        // Models that bind their thinking get less of it back.
        const { request, starts } = requestOf(wire, { ...given, model: MODELS[wire][0] as string });
        const { decoded, transcript } = identify(request, sha256);
        const bare: Conversation = { frame: decoded.frame, transcript, folds: [], protected: new Set() };
        const [from = 0, to = 0] = [a, b].map((at) => Math.floor(at * starts.length)).toSorted((one, two) => one - two);
        const items = request.body[field] as readonly Json[];
        // Entries before an item: of all that stands before it, and what opens a chat as its system text is none.
        const entries = (count: number) =>
          dialectOf(wire).decode({ ...request.body, [field]: items.slice(0, count) }).messages.length;
        const [first, end] = [starts[from] ?? 0, starts[to + 1] ?? items.length - 1];
        const [begins, ends] = [entries(first), entries(end) - 1];
        if (begins > ends) return;
        const { view } = outgoingView({ ...bare, folds: [spanIn(bare, begins, ends)] }, { ...request, prefixes: new Map() });
        const text = (await requestText(request, decoded, view)) ?? '';
        const { originals = [], at = 0, end: stop = 0 } = request.list() ?? {};
        expect(text.slice(0, at)).toBe(request.text.slice(0, at));
        expect(text.endsWith(request.text.slice(stop))).toBe(true);
        let found = at;
        for (const [index, original] of originals.entries()) {
          // A user's words right behind a record stand in one message with it.
          if (index >= first && index <= end) continue;
          const next = text.indexOf(original.text, found);
          expect([index, next]).not.toEqual([index, -1]);
          found = next + original.text.length;
        }
      }),
      { numRuns },
    );
  });
});

it('keeps no thinking that its model would refuse, wherever it is folded', async () => {
  await fc.assert(
    fc.asyncProperty(
      drawn('anthropic'),
      fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 3 }),
      async (given, wholes) => {
        const { request, whole } = requestOf('anthropic', { ...given, model: 'claude-opus-5-5' }, true);
        expect(bindingRefusals(whole)).toEqual([]);
        const { decoded, transcript } = identify(request, sha256);
        const bare: Conversation = { frame: decoded.frame, transcript, folds: [], protected: new Set() };
        const place = (at: number) => Math.floor(at * transcript.length);
        const folds = wholes.map(([a, b]) => spanIn(bare, place(Math.min(a, b)), place(Math.max(a, b))));
        const { view } = outgoingView({ ...bare, folds }, { ...request, prefixes: new Map() });
        const sent = JSON.parse((await requestText(request, decoded, view)) as string) as JsonObject;
        expect([...bindingRefusals(sent), ...refusals('anthropic', sent)]).toEqual([]);
      },
    ),
    { numRuns },
  );
});
