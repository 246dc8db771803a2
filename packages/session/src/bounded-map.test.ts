import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

it('never holds more than it may, and always what was used last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.tuple(fc.nat(20), fc.boolean())), (max, uses) => {
      const map = new BoundedMap<number, number>(max);
      const recent: number[] = [];
      for (const [key, reads] of uses) {
        if (reads && map.get(key) === undefined) continue;
        if (!reads) map.set(key, key);
        if (recent.includes(key)) recent.splice(recent.indexOf(key), 1);
        recent.push(key);
        expect([...map.keys()]).toEqual(recent.slice(-max));
      }
    }),
  );
});

it('by weight, holds no more than it may, or what was set last alone', () => {
  const use = fc.tuple(fc.string({ maxLength: 6 }), fc.constantFrom('set', 'get', 'delete'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(use), (max, uses) => {
      const map = new BoundedMap<string, string>(max, ({ length }) => length);
      const recent: string[] = [];
      for (const [key, what] of uses) {
        const isThere = recent.includes(key);
        if (isThere) recent.splice(recent.indexOf(key), 1);
        if (what === 'set' || (what === 'get' && isThere)) recent.push(key);
        if (what === 'set') map.set(key, key);
        else if (what === 'get') map.get(key);
        else map.delete(key);
        while (recent.length > 1 && recent.join('').length > max) recent.shift();
        expect([...map.keys()]).toEqual(recent);
      }
    }),
  );
});
