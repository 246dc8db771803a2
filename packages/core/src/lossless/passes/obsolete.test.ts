import { describe, expect, it } from 'vitest';
import { project, render } from '../../project.ts';
import { condensed, fileOf, next, shownResults, start, use } from '../../testing/tool-talk.ts';

const on = { removeObsoleteState: true };
const file = fileOf(30).join('\n');
const talk = [
  start,
  ...use('Read', { file_path: 'a.ts' }, file),
  ...use('Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'done'),
  ...use('Bash', { command: 'npm test' }, `failed ${'x y '.repeat(60)}`),
  next,
  ...use('Bash', { command: 'npm test' }, `passed ${'x y '.repeat(60)}`),
  next,
];

describe('obsolete state', () => {
  it('is what was read before an edit and run before another run; the newest stays', () => {
    const shown = shownResults(condensed(talk, on));
    expect(shown[0]).toBe('⟨ Obsolete: edited in message #4 ⟩');
    expect(shown[2]).toBe('⟨ Obsolete: run again in message #9 ⟩');
    expect(shown[3]).toContain('passed');
  });

  it('is only reversible: its folds are not called lossless', () => {
    const made = condensed(talk, on).folds.filter(({ by }) => by === 'lossless-obsolete');
    expect(made).toMatchObject([
      { kind: 'suppression', lossless: false },
      { kind: 'suppression', lossless: false },
    ]);
  });

  it('is left alone unless chosen, in the newest step, and where it is protected', () => {
    expect(shownResults(condensed(talk))[0]).toBe(file);
    expect(shownResults(condensed(talk.slice(0, 5), on))[0]).toBe('⟨ Obsolete: edited in message #4 ⟩');
    expect(shownResults(condensed([...talk.slice(0, 5), ...use('Read', { file_path: 'a.ts' }, file)], on))[2]).toBe(file);
    expect(shownResults(condensed(talk, on, 2))[0]).toBe(file);
  });

  it('never leaves a reference without its origin', () => {
    const read = () => use('Read', { file_path: 'b.ts' }, file);
    const shown = shownResults(condensed([start, ...read(), next, ...read(), next, ...read(), next], on));
    expect(shown.map((words) => words.startsWith('⟨ Obsolete: read again'))).toEqual([true, true, false]);
    expect(shown[2]).toBe(file);
  });

  it('does not include a range that a later read does not show', () => {
    const read = (offset: number) =>
      use(
        'Read',
        { file_path: 'c.ts', offset, limit: 30 },
        fileOf(offset + 30)
          .slice(offset)
          .join('\n'),
      );
    expect(shownResults(condensed([start, ...read(1), next, ...read(100), next], on))[0]).not.toContain('Obsolete');
  });

  it('includes what a call wrote once a later read shows it, and keeps the input valid', () => {
    const written = use('Write', { file_path: 'n.ts', content: file }, 'ok');
    const { conversation } = condensed([start, ...written, next, ...use('Read', { file_path: 'n.ts' }, file), next], on);
    const [call] = render(project(conversation))[1]?.parts ?? [];
    const input = { file_path: 'n.ts', content: '⟨ Obsolete: read again in message #5 ⟩' };
    expect(call).toMatchObject({ type: 'tool-call', name: 'Write', input });
  });

  it('keeps what a call wrote while nothing later shows or replaces it', () => {
    const edit = (text: string) => use('Edit', { file_path: 'n.ts', old_string: 'a', new_string: text }, 'ok');
    const { folds } = condensed([start, ...edit(file), next, ...edit('something else entirely'), next], on);
    expect(folds).toEqual([]);
  });
});
