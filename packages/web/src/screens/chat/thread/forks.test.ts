import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forksOf } from './forks.ts';

/** A record that grows as the store's does: messages with a parent; segments part where two follow the same one. */
class Record {
  readonly entries: { parent: number; position: number; segment: number }[] = [];
  readonly segments: { segment: number; parent: number | null; from: number }[] = [];
  append(parent: number): number {
    const before = this.entries[parent];
    const position = (before?.position ?? -1) + 1;
    const taken = this.entries.some((entry) => entry.parent === parent);
    let segment = before?.segment ?? -1;
    if (before === undefined || taken) {
      segment = this.segments.length;
      this.segments.push({ segment, parent: before?.segment ?? null, from: position });
    }
    return this.entries.push({ parent, position, segment }) - 1;
  }
  chain(end: number): number[] {
    return end < 0 ? [] : [...this.chain(this.entries[end]?.parent ?? -1), end];
  }
  branch(name: string, end: number, current: boolean, updatedAt: number) {
    const { segment = null, position = -1 } = this.entries[end] ?? {};
    return { name, label: null, current, entries: position + 1, segment, updatedAt };
  }
}

const grown = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 25 }).map((steps) => {
  const record = new Record();
  for (const [at, fork] of steps) record.append(fork ? (at % (record.entries.length + 1)) - 1 : record.entries.length - 1);
  return record;
});

describe('forksOf', () => {
  it('tells exactly where branches have other messages beside those of the current one', () => {
    fc.assert(
      fc.property(grown, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), fc.nat(), (record, ends, chosen) => {
        const places = ends.map((end) => (end % (record.entries.length + 1)) - 1);
        const own = record.chain(places[chosen % places.length] ?? -1);
        const branches = places.map((end, index) => record.branch(`b${index}`, end, index === chosen % places.length, index));
        const chains = places.map((end) => record.chain(end));
        const expected = new Map<number, Set<number>>();
        for (const chain of chains) {
          const position = chain.findIndex((entry, index) => own[index] !== entry);
          if (position >= 0)
            expected.set(
              position,
              (expected.get(position) ?? new Set(own.slice(position, position + 1))).add(chain[position] ?? -1),
            );
        }
        const forks = forksOf({ branches, segments: record.segments });
        expect(new Set(forks.keys())).toEqual(new Set(expected.keys()));
        for (const [position, { branches: names, shown }] of forks) {
          const there = names.map((name) => chains[Number(name.slice(1))]?.[position]);
          // Oldest first, each once, and the one that shows is the current branch's own.
          expect(there).toEqual([...(expected.get(position) ?? [])].sort((a, b) => a - b));
          expect(shown).toBe(there.indexOf(own[position] ?? -1));
          if (shown >= 0) expect(names[shown]).toBe(`b${chosen % places.length}`);
        }
      }),
    );
  });
});
