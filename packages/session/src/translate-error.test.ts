import { Conflict, NotFound, StoreBusy, StoreCorrupt, type StoreError, StoreFault, StoreFull } from '@tenfold/store';
import { describe, expect, it, vi } from 'vitest';
import { bench } from './testing/bench.ts';
import { translateError } from './translate-error.ts';

const file = '/home/ada/.tenfold/tenfold.db';
const failures: readonly StoreError[] = [
  new StoreCorrupt(`The store ${file} is damaged: malformed.`, { file, found: 'malformed' }),
  new StoreFault({ file }, new Error(`read ${file}`)),
  new StoreFull({ file }, null),
  new StoreBusy({ file }, null),
  new Conflict('The store refused the row.', { file, key: 'k' }),
  new NotFound('session', 'x'),
];

describe('an error of the store', () => {
  it.each(failures)('is told alike inside a turn and over a route, and never where the file lies: %s', async (failure) => {
    const { tenfold, say, store } = await bench();
    const { id } = await tenfold.sessions.create({});
    vi.spyOn(store.entries, 'append').mockRejectedValue(failure);
    const events = await say(id, 'Hello');
    const inTurn = events.find((event) => event.type === 'error');
    const overRoute = await tenfold.sessions
      .append(id, { messages: [{ role: 'user', text: 'Hello' }] })
      .then(() => null, translateError);
    vi.restoreAllMocks();
    expect(overRoute).not.toBeNull();
    const { code, message, kept, todo, facts } = overRoute ?? translateError(null);
    expect(inTurn).toEqual({ type: 'error', code, message, kept, todo, facts });
    expect(JSON.stringify(inTurn)).not.toContain('ada');
    expect(code).not.toBe('internal-error');
  });
});

it('one damaged row is not told as a damaged store', () => {
  const { message, todo } = translateError(new StoreCorrupt('What the store has as a fold cannot be read.', { what: 'fold' }));
  expect(message).toBe('What the store has as a fold cannot be read.');
  expect(todo).toContain('tenfold restore FILE --session ID');
});

it('what nobody foresaw is told without its words', () => {
  expect(JSON.stringify({ ...translateError(new Error(`ENOENT: ${file}`)), cause: null })).not.toContain('ada');
});
