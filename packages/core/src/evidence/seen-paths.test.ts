import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counterFor } from '../count/model-counter.ts';
import { pathsOfLine } from './ledger-read.ts';
import { groupedPaths, pathsWithin } from './seen-paths.ts';

const count = counterFor('gpt-4o');
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/u);
const anyPaths = fc.uniqueArray(
  fc.tuple(fc.array(word, { maxLength: 4 }), word).map(([folders, name]) => [...folders, `${name}.ts`].join('/')),
  { maxLength: 30 },
);

it('[E4] groups paths by folder so that each can be read back', () => {
  fc.assert(
    fc.property(anyPaths, (paths) => {
      expect(groupedPaths(paths).flatMap(pathsOfLine).sort()).toEqual([...paths].sort());
    }),
  );
});

it('takes paths in order, within a budget, and none that is told', () => {
  fc.assert(
    fc.property(anyPaths, fc.integer({ min: 0, max: 120 }), (paths, budget) => {
      const taken = pathsWithin(paths, budget, paths[0] ?? '', count);
      expect(taken).not.toContain(paths[0]);
      expect(paths.filter((path) => taken.includes(path))).toEqual(taken);
      expect(count.text(groupedPaths(taken).join('\n'))).toBeLessThanOrEqual(Math.max(1, budget * 1.2));
    }),
  );
});
