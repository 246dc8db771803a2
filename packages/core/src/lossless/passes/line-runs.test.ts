import { describe, expect, it } from 'vitest';
import { project, render } from '../../project.ts';
import { condensed, fileOf, shownResults, start, use } from '../../testing/tool-talk.ts';

const lines = fileOf(30);

describe('lines already seen', () => {
  it('are referred to wherever they stood', () => {
    const outcome = condensed([
      start,
      ...use('exec_command', { cmd: "sed -n '1,30p' a.ts" }, lines.join('\n')),
      ...use('strange_tool', { x: 1 }, ['first', ...lines.slice(5, 15), 'last'].join('\n')),
    ]);
    expect(shownResults(outcome)[1]).toBe(
      '⟨ Reference: See message #2 for lines ↑a-b: exec_command a.ts, 2 messages ago ⟩\nfirst\n↑6-15\nlast',
    );
  });

  it('name every origin but the main one', () => {
    const outcome = condensed([
      start,
      ...use('one', {}, lines.slice(0, 15).join('\n')),
      ...use('two', {}, lines.slice(15).join('\n')),
      ...use('all', {}, ['head', ...lines].join('\n')),
    ]);
    expect(shownResults(outcome)[2]).toBe(
      '⟨ Reference: See message #2 for lines ↑a-b: one, 4 messages ago ⟩\nhead\n↑1-15\n↑#4:1-15',
    );
    expect(outcome.folds[0]?.origins).toHaveLength(2);
  });

  it('are found in a diff by what stands behind its signs', () => {
    const diff = [
      'diff --git a/a.ts b/a.ts',
      '@@ -1,9 +1,9 @@',
      ...lines.slice(0, 6).map((line) => ` ${line}`),
      ...lines.slice(6, 12).map((line) => `-${line}`),
      '+new',
    ];
    const outcome = condensed([
      start,
      ...use('Read', { path: 'a.ts' }, lines.join('\n')),
      ...use('Bash', { command: 'git diff' }, diff.join('\n')),
    ]);
    expect(shownResults(outcome)[1]?.split('\n').slice(1)).toEqual([diff[0], diff[1], '↑ 1-6', '↑-7-12', '+new']);
  });

  it('are referred to in what a settled call wrote, never in one that is running', () => {
    const written = { file_path: 'a.ts', old_string: lines.slice(3, 12).join('\n'), new_string: 'short' };
    const messages = [start, ...use('Read', { path: 'a.ts' }, lines.join('\n')), ...use('Edit', written, 'done')];
    const inputs = (outcome: ReturnType<typeof condensed>) =>
      render(project(outcome.conversation)).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'tool-call' ? part.input : [])),
      );
    expect(inputs(condensed([...messages, ...use('Bash', { command: 'ls' }, 'a.ts')]))[1]).toEqual({
      ...written,
      old_string: '⟨ Reference: See message #2 for lines ↑a-b: Read a.ts, 1 message ago ⟩\n↑4-12',
    });
    expect(inputs(condensed(messages))[1]).toEqual(written);
  });

  it('stay where a line of the result would read as a mark', () => {
    const output = ['↑1-3', ...lines].join('\n');
    expect(shownResults(condensed([start, ...use('a', {}, lines.join('\n')), ...use('b', {}, output)]))[1]).toBe(output);
  });
});
