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
