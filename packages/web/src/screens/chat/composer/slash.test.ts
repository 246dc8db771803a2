import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completions, isComplete, unknownCommand } from './slash.ts';

const lines = (text: string) => completions(text).map(({ line }) => line);

describe('slash commands', () => {
  it('a slash alone offers every command, and the flags of /compact', () => {
    expect(lines('/')).toEqual([
      '/compact',
      '/compact --fast',
      '/compact --force',
      '/compact --keep ',
      '/summarize',
      '/save-progress ',
      '/settings',
    ]);
  });

  it('offers the flags that fit and are not there yet', () => {
    expect(lines('/compact --f')).toEqual(['/compact --fast', '/compact --force']);
    expect(lines('/compact --fast --f')).toEqual(['/compact --fast --force']);
    expect(lines('/summarize ')).toEqual(['/summarize --fast', '/summarize --force', '/summarize --keep ']);
  });

  it('a line that is complete needs nothing more', () => {
    expect(['/compact', '/compact --fast', '/compact --keep 2000', '/save-progress "tests green"'].every(isComplete)).toBe(true);
    expect(['/comp', '/compact --fa', '/compact --keep'].some(isComplete)).toBe(false);
  });

  it('a command that there is not names all there are, and another only where that was probably meant', () => {
    expect(unknownCommand('/Compact --fast')).toBeNull();
    expect(unknownCommand('/frobnicate')).toMatchObject({
      message: 'There is no command /frobnicate.',
      todo: 'The commands are /compact, /summarize, /save-progress and /settings.',
    });
    expect(unknownCommand('/setings now')).toMatchObject({
      message: 'There is no command /setings. Did you mean /settings?',
      facts: { nearest: '/settings' },
    });
  });

  it('what is offered can be taken: each line begins with what was typed', () => {
    fc.assert(
      fc.property(fc.constantFrom('/', '/c', '/compact', '/compact ', '/compact --f', '/s', '/summarize --fast '), (text) => {
        for (const line of lines(text)) expect(line.startsWith(text.trimEnd())).toBe(true);
      }),
    );
  });

  it('offers nothing for any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!text.startsWith('/')) expect(lines(text)).toEqual([]);
      }),
    );
  });
});
