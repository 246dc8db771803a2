import type { Checkpoint, Run } from '@tenfold/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOf } from './graph.ts';
import { lanesOf } from './lanes.ts';
import { momentsOf, sinceWords } from './timeline-events.ts';

const checkpoint = (id: string, createdAt: number, branch = 'main', tags: Checkpoint['tags'] = [], position = createdAt) =>
  ({ id, createdAt, branch, tags, position }) as Checkpoint;
const run = (id: string, createdAt: number, branch = 'main') => ({ id, createdAt, branch }) as Run;

describe('momentsOf', () => {
  it('holds every fold once, and every checkpoint that was not made for one, in order of time', () => {
    const branch = fc.constantFrom('main', 'a', 'b');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(50), branch, fc.boolean())),
        fc.array(fc.tuple(fc.nat(50), branch)),
        (saved, folded) => {
          const checkpoints = saved.map(([at, on, made], n) => checkpoint(`c${n}`, at, on, made ? ['before-fold'] : []));
          const runs = folded.map(([at, on], n) => run(`r${n}`, at, on));
          const moments = momentsOf(checkpoints, runs);
          const ids = moments
            .flatMap((moment) => (moment.kind === 'fold' ? [moment.id, moment.before?.id ?? []] : [moment.id]))
            .flat();
          expect(ids.toSorted()).toEqual([...checkpoints, ...runs].map(({ id }) => id).toSorted());
          for (const [index, moment] of moments.entries()) {
            expect(moment.at).toBeGreaterThanOrEqual(moments[index - 1]?.at ?? moment.at);
            if (moment.kind === 'fold' && moment.before !== null) {
              expect(moment.before.tags).toContain('before-fold');
              expect([moment.before.branch, moment.before.createdAt <= moment.at]).toEqual([moment.branch, true]);
            }
          }
        },
      ),
    );
  });
  it('takes the checkpoint that was made right before a fold for its own', () => {
    const made = [checkpoint('c1', 1, 'main', ['before-fold']), checkpoint('c2', 3, 'main', ['before-fold'])];
    const moments = momentsOf(made, [run('r1', 2), run('r2', 4)]);
    expect(moments.map((moment) => moment.kind === 'fold' && [moment.id, moment.before?.id])).toEqual([
      ['r1', 'c1'],
      ['r2', 'c2'],
    ]);
  });
});

describe('lanes and their graph', () => {
  const branch = (name: string, segment: number, entries: number, current = false) => ({
    name,
    label: null,
    current,
    entries,
    segment,
    updatedAt: 0,
  });
  const tree = {
    branches: [branch('branch-2', 1, 6, true), branch('branch-3', 2, 7), branch('main', 0, 8)],
    segments: [
      { segment: 0, parent: null, from: 0 },
      { segment: 1, parent: 0, from: 4 },
      { segment: 2, parent: 1, from: 5 },
    ],
  };
  it('hang each branch on the older one it shares most with', () => {
    expect(lanesOf(tree).map(({ branch, label, from }) => [branch, label, from])).toEqual([
      ['main', 'Main', null],
      ['branch-2', 'Branch 2', { lane: 0, position: 4 }],
      ['branch-3', 'Branch 3', { lane: 1, position: 5 }],
    ]);
  });
  it('put a fork behind the last moment before it, and before the first of its own', () => {
    const moments = momentsOf([checkpoint('early', 2), checkpoint('late', 7), checkpoint('own', 9, 'branch-2', [], 5)], []);
    const { lines, spots, columns } = graphOf(moments, lanesOf(tree));
    expect(spots.map(({ lane }) => lane)).toEqual([0, 0, 1]);
    expect(lines.map(({ fork }) => fork)).toEqual([null, { column: 1, lane: 0 }, { column: 2, lane: 1 }]);
    expect(columns).toBe(5);
  });
});

describe('sinceWords', () => {
  it('counts both ways and says nothing it does not know', () => {
    expect(sinceWords({ entries: 44, tokens: 31_000 }, { entries: 50, tokens: 17_000 })).toBe('+6 messages, −14,000 tokens');
    expect(sinceWords({ entries: 2, tokens: null }, { entries: 1, tokens: 5 })).toBe('−1 message');
    expect(sinceWords({ entries: 2, tokens: 5 }, { entries: 2, tokens: 5 })).toBe('same messages, same tokens');
  });
});
