import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listOf } from './control.tsx';
import { valueAt, withValueAt } from './path.ts';

it('puts a value where it is read, and changes nothing else', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const object = fc.dictionary(name, fc.dictionary(name, fc.integer()));
  fc.assert(
    fc.property(object, name, name, fc.integer(), (value, outer, inner, next) => {
      const put = withValueAt(value, `${outer}.${inner}`, next);
      expect(valueAt(put, `${outer}.${inner}`)).toBe(next);
      const { [inner]: _, ...others } = put[outer] ?? {};
      const { [inner]: __, ...before } = value[outer] ?? {};
      expect(others).toEqual(before);
    }),
  );
});

it.each(['constructor', 'toString', '__proto__'])('finds nothing under %s that nobody put there', (name) => {
  expect(valueAt({}, name)).toBeUndefined();
  expect(valueAt(withValueAt({}, `${name}.a`, 1), `${name}.a`)).toBe(1);
  expect(withValueAt({ b: 2 }, name, null)).toEqual({ b: 2 });
});

it('leaves out what says nothing', () => {
  expect(withValueAt({ minTokens: 5 }, 'tools', ['a'])).toEqual({ minTokens: 5, tools: ['a'] });
  expect(withValueAt({ minTokens: 5, tools: ['a'] }, 'tools', [])).toEqual({ minTokens: 5 });
  expect(withValueAt({ minTokens: 5 }, 'minTokens', null)).toEqual({});
  expect(withValueAt({}, 'minTokens', 0)).toEqual({ minTokens: 0 });
  expect(withValueAt({ list: [{ a: 1 }, { a: 2 }] }, 'list[1].a', 3)).toEqual({ list: [{ a: 1 }, { a: 3 }] });
});

it('reads lists', () => {
  expect(listOf(' read_file, run,\nrun ,')).toEqual(['read_file', 'run']);
});
