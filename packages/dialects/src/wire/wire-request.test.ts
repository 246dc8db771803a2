import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../registry.ts';
import type { Sliced } from '../slices.ts';
import { unmarked } from './cache-mark.ts';
import { MESSAGE_FIELD, type WireId } from './request-shape.ts';
import { type Original, readLongRequest, readRequest } from './wire-request.ts';

const WIRES = Object.keys(MESSAGE_FIELD) as WireId[];
const said = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'assistant', 'model', 'tool', 'system'), content: fc.string() }),
  fc.record({
    role: fc.constant('user'),
    content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) })),
  }),
  fc.record({ role: fc.constant('assistant'), function_call: fc.record({ name: fc.string(), arguments: fc.json() }) }),
  fc.record({ role: fc.constant('function'), name: fc.string(), content: fc.string() }),
  fc.record({ type: fc.constant('function_call'), call_id: fc.string(), name: fc.string(), arguments: fc.json() }),
  fc.record({ type: fc.constant('function_call_output'), call_id: fc.string(), output: fc.string() }),
  fc.record({
    role: fc.constant('model'),
    parts: fc.array(fc.record({ functionCall: fc.record({ name: fc.constantFrom('a', 'b'), args: fc.constant({}) }) }), {
      maxLength: 2,
    }),
  }),
  fc.record({
    role: fc.constant('user'),
    parts: fc.array(
      fc.record({
        functionResponse: fc.record({ name: fc.constantFrom('a', 'b'), response: fc.dictionary(fc.string(), fc.string()) }),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.jsonValue(),
);
const spaces = fc.constantFrom(undefined, 1, '\t');

/** What work in steps comes to, and how often others could have had their turn. */
function stepwise<T>(work: Sliced<T>): { readonly value: T; readonly steps: number } {
  for (let steps = 0; ; steps++) {
    const { done, value } = work.next();
    if (done) return { value, steps };
  }
}

describe('a request that is read', () => {
  it('says what its text says, and is decoded as if nothing of it had been known', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WIRES),
        fc.array(said, { maxLength: 8 }),
        fc.array(said, { maxLength: 4 }),
        spaces,
        (wire, first, more, space) => {
          const known = new Map<string, Original>();
          const text = (messages: readonly unknown[]) =>
            JSON.stringify({ model: 'm', [MESSAGE_FIELD[wire]]: messages, x: [1] }, null, space);
          // The same messages again, in other places, longer and shorter.
          for (const messages of [first, [...first, ...more], [...more, ...first], first]) {
            const read = readRequest(wire, text(messages), known);
            const { value, steps } = stepwise(readLongRequest(wire, text(messages), new Map()));
            const whole = readRequest(wire, text(messages));
            expect({ ...value, list: value?.list() }).toEqual({ ...whole, list: whole?.list() });
            expect(steps).toBe(messages.length + 1);
            const fresh = JSON.parse(text(messages));
            const plain = {
              ...fresh,
              [MESSAGE_FIELD[wire]]: fresh[MESSAGE_FIELD[wire]].map((value: never) =>
                JSON.stringify(value).includes('cache_control') ? unmarked(value) : value,
              ),
            };
            expect(read?.body).toEqual(plain);
            expect(dialectOf(wire).decode(read?.body ?? {})).toEqual(dialectOf(wire).decode(plain));
          }
        },
      ),
    );
  });

  it('is read a little at a time, however long one message is and whatever it is made of', () => {
    for (const content of ['a'.repeat(2_000_000), '"'.repeat(1_000_000), 'é\n'.repeat(600_000)]) {
      const text = JSON.stringify({ messages: [{ role: 'user', content }] });
      const { value, steps } = stepwise(readLongRequest('openai-chat', text, new Map()));
      expect(value?.body).toEqual(JSON.parse(text));
      expect(steps).toBeGreaterThan(25);
    }
  });

  it('is left unread where it has more messages, or more values in one, than any client sends', () => {
    const read = (body: object) => stepwise(readLongRequest('openai-chat', JSON.stringify(body), new Map())).value;
    expect(read({ model: 'm', messages: Array.from({ length: 100_001 }, () => 1) })).toBeUndefined();
    expect(read({ model: 'm', messages: [{ role: 'user', content: Array.from({ length: 60_000 }, () => 1) }] })).toBeUndefined();
  });

  it('is one exactly where its text is JSON', () => {
    const right = '{"model":"m","messages":[{"role":"user","content":"a\\"]"} , {"role":"user","content":"b"}],"x":1}';
    fc.assert(
      fc.property(
        fc.nat(right.length),
        fc.nat(3),
        fc.constantFrom('', ',', ']', '[', '{', '}', '"', ':', ' ', 'n', '\\'),
        (at, gone, put) => {
          const text = right.slice(0, at) + put + right.slice(at + gone);
          let expected: unknown;
          try {
            expected = JSON.parse(text);
          } catch {
            expected = undefined;
          }
          const isRequest = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
          expect(readRequest('openai-chat', text)?.body).toEqual(isRequest ? expected : undefined);
          const { value } = stepwise(readLongRequest('openai-chat', text, new Map()));
          expect(value?.body).toEqual(isRequest ? expected : undefined);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('reads a message of a request that is not short once, as the same object, however long it has become', () => {
    const known = new Map<string, Original>();
    const read = (...said: readonly object[]) =>
      dialectOf('anthropic').decode(readRequest('anthropic', JSON.stringify({ messages: said }), known)?.body ?? {}).messages;
    const hello = { role: 'user', content: 'Hello '.repeat(1_000) };
    const [first] = read(hello);
    expect(read(hello, { role: 'assistant', content: 'Hi' })[0]).toBe(first);
  });
});
