import { describe, expect, it } from 'vitest';
import { csv } from './csv.ts';

describe('csv', () => {
  it('quotes what would break a row', () => {
    expect(
      csv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['two\nlines', 3],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines",3\r\n');
  });
  it('gives spreadsheets nothing to run', () => {
    expect(csv(['a'], [['=cmd()'], ['-1+1'], ['@x']])).toBe("a\r\n'=cmd()\r\n'-1+1\r\n'@x\r\n");
    expect(csv(['a'], [[-1]])).toBe('a\r\n-1\r\n');
  });
});
