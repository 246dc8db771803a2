import type { Message } from '@tenfold/core';
import { expect, it } from 'vitest';
import { dialects } from './registry.ts';
import { AT_ONCE } from './slices.ts';

const MANY = 4_000;

/** A question, a call, its result and an answer in turn; a lone surrogate here and there. */
const messages = Array.from({ length: MANY }, (_, n): Message => {
  const id = `call-${Math.floor(n / 4)}`;
  if (n % 4 === 1) return { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'read', input: { path: `${n}` } }] };
  if (n % 4 === 2) return { role: 'tool', parts: [{ type: 'tool-result', id, name: 'read', output: `${n}` }] };
  const text = n % 97 === 0 ? `${n} \ud800` : `${n}`;
  return { role: n % 4 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] };
});

it.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  'as %s a long conversation is written in slices, and comes out the same',
  (_, dialect) => {
    const conversation = { frame: { system: 'Be brief.' }, messages };
    const work = dialect.encodeInSlices(conversation);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value).toEqual(dialect.encode(conversation));
    expect(dialect.validate(step.value)).toEqual([]);
    // The messages are gone through more than once.
    expect(steps).toBeGreaterThan((2 * MANY) / AT_ONCE);
  },
);

it('a conversation in which one side speaks all the time is written in time that grows with it', () => {
  const said = Array.from({ length: 100_000 }, (): Message => ({ role: 'user', parts: [{ type: 'text', text: 'a' }] }));
  for (const { id, encode } of dialects) {
    const start = performance.now();
    encode({ frame: {}, messages: said });
    // Joined anew for each of them it would take a minute.
    expect(performance.now() - start, id).toBeLessThan(10_000);
  }
});
