import { describe, expect, it } from 'vitest';
import { condensed, shownResults, start, use } from '../../testing/tool-talk.ts';

const listing = Array.from({ length: 30 }, (_, i) => `entry-${i * 7919}.md`).join('\n');

describe('operations that answered the same again', () => {
  it('are consolidated, in the wording that is fixed', () => {
    const list = () => use('Bash', { command: 'ls src' }, listing);
    expect(shownResults(condensed([start, ...list(), ...list(), ...list()])).slice(1)).toEqual([
      '⟨ Consolidated 2 operations: Bash ls src ⟩\n⟨ Reference: See message #2 for Bash ls src, all lines, 2 messages ago ⟩',
      '⟨ Consolidated 3 operations: Bash ls src ⟩\n⟨ Reference: See message #2 for Bash ls src, all lines, 4 messages ago ⟩',
    ]);
  });

  it('keep errors and answers that differ', () => {
    const [failed, passed] = [`failed: ${'x '.repeat(80)}`, `passed: ${'y '.repeat(80)}`];
    const test = (output: string, isError = false) => use('Bash', { command: 'npm test' }, output, isError);
    const talk = [start, ...test(failed, true), ...test(failed, true), ...test(passed)];
    expect(shownResults(condensed(talk, { deduplicateFileReads: false }))).toEqual([failed, failed, passed]);
  });

  it('are not taken for the same when they asked for something else', () => {
    const talk = [start, ...use('Grep', { pattern: 'a' }, listing), ...use('Grep', { pattern: 'b' }, listing)];
    expect(shownResults(condensed(talk, { deduplicateFileReads: false }))).toEqual([listing, listing]);
  });
});
