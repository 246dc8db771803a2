import type { Checkpoint, Run } from '@tenfold/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sinceWords, timelineOf } from './timeline-events.ts';

const checkpoint = (id: string, createdAt: number, branch = 'main') => ({ id, createdAt, branch }) as Checkpoint;
const run = (id: string, createdAt: number) => ({ id, createdAt }) as Run;

describe('timelineOf', () => {
  it('holds every moment once, in order of time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.constantFrom('main', 'a', 'b'))), fc.array(fc.nat(50)), (saved, folded) => {
        const { moments, lanes } = timelineOf(
          saved.map(([at, branch], index) => checkpoint(`c${index}`, at, branch)),
          folded.map((at, index) => run(`r${index}`, at)),
        );
        expect(moments.map(({ id }) => id).sort()).toEqual(
          [...saved.map((_, index) => `c${index}`), ...folded.map((_, index) => `r${index}`)].sort(),
        );
        for (const [index, { at, lane }] of moments.entries()) {
          expect(at).toBeGreaterThanOrEqual(moments[index - 1]?.at ?? at);
          expect(lane).toBeLessThan(Math.max(1, lanes.length));
        }
      }),
    );
  });
  it('puts the checkpoint before the fold it was made for', () => {
    expect(timelineOf([checkpoint('before', 7)], [run('fold', 7)]).moments.map(({ id }) => id)).toEqual(['before', 'fold']);
  });
  it('gives each branch a lane, and a fold the lane it happened on', () => {
    const { moments, lanes } = timelineOf([checkpoint('one', 1), checkpoint('two', 2, 'restored')], [run('fold', 3)]);
    expect(lanes).toEqual(['main', 'restored']);
    expect(moments.map(({ lane }) => lane)).toEqual([0, 1, 1]);
  });
});

describe('sinceWords', () => {
  it('counts both ways and says nothing it does not know', () => {
    expect(sinceWords({ entries: 44, tokens: 31_000 }, { entries: 50, tokens: 17_000 })).toBe('+6 messages, −14,000 tokens');
    expect(sinceWords({ entries: 2, tokens: null }, { entries: 1, tokens: 5 })).toBe('−1 message');
    expect(sinceWords({ entries: 2, tokens: 5 }, { entries: 2, tokens: 5 })).toBe('same messages, same tokens');
  });
});
