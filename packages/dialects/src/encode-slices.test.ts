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

/** Processor time of it, the least of several tries: what else a machine does is not in it. */
function workOf(act: () => unknown): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...tries);
}

it.each(dialects)('as $id a conversation in which one side speaks all the time is work that grows with it', ({ encode }) => {
  const said = Array.from({ length: 8 * MANY }, (): Message => ({ role: 'user', parts: [{ type: 'text', text: 'a' }] }));
  const [few, many] = [said.slice(0, MANY), said].map((messages) => workOf(() => encode({ frame: {}, messages })));
  // Joined anew for each of them, eight times as many would be 64 times the work.
  expect(Number(many) / Number(few)).toBeLessThan(32);
});
