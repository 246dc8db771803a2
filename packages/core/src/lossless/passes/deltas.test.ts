import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { project, render } from '../../project.ts';
import { condensed, fileOf, numbered, shownResults, start, use } from '../../testing/tool-talk.ts';
import { rebuild } from '../rebuild.ts';

describe('a file read again', () => {
  it('tells only what differs from what is in view', () => {
    const outcome = condensed([
      start,
      ...use('Read', { file_path: 'a.ts' }, numbered(fileOf(40))),
      ...use('Read', { file_path: 'a.ts' }, numbered(fileOf(40, 20))),
    ]);
    expect(shownResults(outcome)[1]).toBe(
      [
        '⟨ Reference: See message #2 for lines ↑a-b: Read a.ts, 2 messages ago ⟩',
        '⟨ Lines numbered "     1→" ⟩',
        '↑1-20',
        'const changed20 = compute(20);',
        '↑22-40',
      ].join('\n'),
    );
    expect(outcome.folds.at(-1)).toMatchObject({ kind: 'delta', lossless: true, by: 'lossless-deltas' });
  });

  it('comes back byte for byte after any edits, and costs about what was changed', () => {
    const edits = fc.array(
      fc.record({ at: fc.nat(79), drop: fc.nat(3), add: fc.array(fc.string({ maxLength: 9 }), { maxLength: 3 }) }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(edits, (changes) => {
        const lines = [...fileOf(80)];
        for (const { at, drop, add } of changes) lines.splice(at, drop, ...add.map((line) => line.replaceAll('\n', ' ')));
        const messages = [
          start,
          ...use('Read', { path: 'a' }, numbered(fileOf(80))),
          ...use('Read', { path: 'a' }, numbered(lines)),
        ];
        const outcome = condensed(messages);
        expect(rebuild(render(project(outcome.conversation)))).toEqual(messages);
        expect((shownResults(outcome)[1] ?? '').length).toBeLessThan(200 + 250 * changes.length);
      }),
      { numRuns: 150 },
    );
  });

  it('knows what was written to it', () => {
    const content = fileOf(30).join('\n');
    const outcome = condensed([
      start,
      ...use('Write', { file_path: 'a.ts', content }, 'ok'),
      ...use('Read', { file_path: 'a.ts' }, numbered(fileOf(30))),
    ]);
    expect(shownResults(outcome)[1]).toBe(
      '⟨ Reference: See message #1 for lines ↑a-b: Write a.ts, 3 messages ago ⟩\n⟨ Lines numbered "     1→" ⟩\n↑2-31',
    );
  });
});
