import { describe, expect, it } from 'vitest';
import { batchPass } from './passes/batch.ts';
import { project } from './project.ts';
import { problemOf } from './testing/problem.ts';
import { assistant, call, partFold, result, spanFold, talk, user, withFolds } from './testing/talk.ts';
import { withUntold } from './untold.ts';

const base = talk(user('first'), user('one'), assistant('two'), user('three'), call('a'), result('a'), user('last'));
const told = (...folds: Parameters<typeof withFolds>[1][]) => {
  const conversation = withFolds(base, ...folds);
  return withUntold(project(conversation).rows, conversation).map((row) => [row.kind, row.index]);
};
const hidden = (from: number, to: number, more = {}) => spanFold(base, from, to, { kind: 'suppression', ...more });

describe('what was put away without a summary', () => {
  it('is told again in place of the note about it, records among it too', () => {
    expect(told(hidden(1, 3))).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => ['entry', index]));
    expect(told(spanFold(base, 2, 3), hidden(1, 5))).toEqual([
      ['entry', 0],
      ['entry', 1],
      ['stand-in', 2],
      ['entry', 4],
      ['entry', 5],
      ['entry', 6],
    ]);
    const group = { group: 'g' };
    expect(told(hidden(1, 1, group), hidden(3, 5, { ...group, text: '' }))).toHaveLength(7);
  });

  it('stays a note as far as its messages are not at hand, and leaves other rows as they are', () => {
    const rows = project(withFolds(base, spanFold(base, 1, 3))).rows;
    expect(withUntold(rows, base)).toBe(rows);
    const sparse = (...missing: number[]) => {
      const transcript = base.transcript.map((entry, index) =>
        missing.includes(index) ? { ...entry, message: { role: 'user', parts: [] } as const } : entry,
      );
      const conversation = withFolds({ ...base, transcript }, hidden(1, 3));
      const { rows: shown } = project(conversation);
      return [withUntold(shown, conversation), shown] as const;
    };
    const [none, shown] = sparse(1, 2, 3);
    expect(none).toEqual(shown);
    const [some] = sparse(1);
    expect(some.map((row) => [row.kind, row.index])).toEqual([
      ['entry', 0],
      ['stand-in', 1],
      ...[2, 3, 4, 5, 6].map((index) => ['entry', index]),
    ]);
  });

  it('has in full what only points to its like elsewhere, and leaves what was cut as it is', () => {
    const shown = (lossless: boolean) => {
      const conversation = withFolds(base, partFold(base, 5, 0, { kind: 'reference', lossless, text: '⟨ as above ⟩' }));
      return JSON.stringify(withUntold(project(conversation).rows, conversation)[5]);
    };
    expect(shown(true)).toMatch(/text of a/);
    expect(shown(false)).toMatch(/as above/);
  });

  it('[A6] reaches the next summary', () => {
    const pass = batchPass({ id: 'b', name: 'B', when: { type: 'always' }, selection: { type: 'retention', tokens: 0 } });
    // A result the model has not read is kept, so it has gone on from this one.
    const read = talk(...base.transcript.slice(0, -1).map(({ message }) => message), assistant('seen'), user('last'));
    const conversation = withFolds(read, spanFold(read, 1, 3, { kind: 'suppression' }));
    const [draft] = pass.propose(problemOf(conversation, { goal: 0 }));
    expect(JSON.stringify(draft?.body)).toMatch(/one.*two.*three.*text of a/);
  });
});
