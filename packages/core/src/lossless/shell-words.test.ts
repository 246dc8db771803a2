import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWords } from './shell-words.ts';

const texts = (command: string) => shellWords(command).map(({ text }) => text);

describe('shellWords', () => {
  it('takes quotes off and keeps operators apart', () => {
    expect(texts(`cd /a && grep -n "x \\"y\\"" 'b c'|head>out.txt`)).toEqual([
      'cd',
      '/a',
      '&&',
      'grep',
      '-n',
      'x "y"',
      'b c',
      '|',
      'head',
      '>',
      'out.txt',
    ]);
  });

  it('leaves the body of a here-document out', () => {
    expect(texts("cat > a.ts <<'EOF'\nrm -rf b.ts\nEOF\nls")).toEqual(['cat', '>', 'a.ts', '<<', '\n', 'ls']);
    expect(texts('cat <<EOF\nnever closed')).toEqual(['cat', '<<']);
  });

  it('reads any text, and no word has a quote that was one', () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', "'", '\\', '>', '<', '|', 'a', ' ', '\n', '$', '<<E') });
    fc.assert(
      fc.property(hostile, (command) => shellWords(command).every(({ text, operator }) => !operator || text.length <= 2)),
    );
  });
});
