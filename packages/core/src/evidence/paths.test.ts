import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterFor } from '../count/model-counter.ts';
import { pathsOfLine } from './ledger.ts';
import { namesIn } from './names.ts';
import { groupedPaths, oddPaths, pathsWithin } from './paths.ts';

const pathsIn = (text: string) => namesIn(text, true).flatMap(({ kind, text: name }) => (kind === 'path' ? [name] : []));

describe('oddPaths', () => {
  it('gives stretches of the text, in order and apart, whatever the text', () => {
    const piece = fc.constantFrom('C:\\', '\\', 'src', '.cs', '"', '/a b', ' ', '\n', '~/', 'é', "'", '\\\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const { path, start, end } of oddPaths(text)) {
          expect(text.slice(start, end)).toBe(path);
          expect(start).toBeGreaterThanOrEqual(last);
          last = end;
        }
      }),
    );
  });

  it.each([
    ['see src\\Orders\\Cart.cs(12,5): error CS0103', ['src\\Orders\\Cart.cs']],
    [
      'in C:\\Program Files\\App\\a.log and \\\\host\\share\\b.xlsx',
      ['C:\\Program Files\\App\\a.log', '\\\\host\\share\\b.xlsx'],
    ],
    ['open "/Users/me/My Plans/spring trip.md" now', ['/Users/me/My Plans/spring trip.md']],
    ['{"text":"done\\ncmd/run/main.go\\ttests/a.py"}', ['cmd/run/main.go', 'tests/a.py']],
    ['cmd/a.go-220-\tfoo\ncmd/b.go:7: bar\ndocs/c.md#L3-L9', ['cmd/a.go', 'cmd/b.go', 'docs/c.md']],
    ['origin/main..HEAD console.log process.env s.policy.Lock np.sum', []],
    ['server.log go.mod docker/Dockerfile', ['server.log', 'go.mod', 'docker/Dockerfile']],
  ])('reads %j', (text, expected) => {
    expect(pathsIn(text)).toEqual(expected);
  });
});

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
