import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareKey, type Keymap, meantKey, namedLike, ownKey, withMoved } from './keymap.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const key = fc.constantFrom(...KEYS);
const maps = fc
  .array(fc.tuple(key, key), { maxLength: 12 })
  .map((moves) => moves.reduce<Keymap>((map, [name, to]) => withMoved(map, name, to), {}));

describe('moved keys', () => {
  it('stay a permutation, so that every key is still reached', () => {
    fc.assert(
      fc.property(maps, (map) => {
        expect(new Set(KEYS.map((name) => ownKey(map, name)))).toEqual(new Set(KEYS));
        for (const name of KEYS) expect(meantKey(map, ownKey(map, name))).toBe(name);
      }),
    );
  });

  it('take the place they are given, and swap with what stood there', () => {
    fc.assert(
      fc.property(maps, key, key, (map, name, to) => {
        const next = withMoved(map, name, to);
        expect(ownKey(next, name)).toBe(to);
        const other = meantKey(map, to);
        if (other !== name) expect(ownKey(next, other)).toBe(ownKey(map, name));
      }),
    );
  });

  it('keep their kind', () => {
    expect(namedLike('go s', { key: 'o' })).toBe('go o');
    expect(namedLike('mod k', { key: 'P' })).toBe('mod p');
    expect(namedLike('j', { key: 'Enter' })).toBeNull();
    expect(namedLike('j', { key: ' ' })).toBeNull();
    expect(['go s', 'mod k', 'j'].map(bareKey)).toEqual(['s', 'k', 'j']);
  });
});
