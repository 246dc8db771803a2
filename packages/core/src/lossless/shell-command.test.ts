import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellUse } from './shell-command.ts';

describe('shellUse', () => {
  it.each([
    ['cat src/a.ts', { kind: 'read', path: 'src/a.ts' }],
    ['cd /repo && cat -n "my file.ts"', { kind: 'read', path: 'my file.ts' }],
    ["sed -n '10,20p' src/a.ts", { kind: 'read', path: 'src/a.ts', lines: [10, 20] }],
    ["nl -ba src/a.ts | sed -n '10,20p'", { kind: 'read', path: 'src/a.ts' }],
    ['head -n 40 a.md', { kind: 'read', path: 'a.md', lines: [1, 40] }],
    ['head -40 a.md', { kind: 'read', path: 'a.md', lines: [1, 40] }],
    ['ls -la src', { kind: 'list' }],
    ['find . -name "*.ts" | head', { kind: 'list' }],
    ['rg -n "fold" src', { kind: 'search' }],
    ['git grep fold', { kind: 'search' }],
    ['npm test 2>&1 | tail -20', { kind: 'execute' }],
    ['cat a.ts b.ts', { kind: 'execute' }],
    ["sed -i 's/a/b/' src/a.ts", { kind: 'execute', writes: ['src/a.ts'] }],
    ["cat > src/new.ts <<'EOF'\nlet a = 1;\nEOF", { kind: 'execute', writes: ['src/new.ts'] }],
    ['git checkout -- src/a.ts', { kind: 'execute', writes: ['src/a.ts'] }],
    ['', { kind: 'execute' }],
  ])('%s', (command, use) => {
    expect(shellUse(command)).toEqual(use);
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom('"', "'", '\\', '>', '<', '|', 'a', ' ', '\n') }),
        ),
        (command) => void shellUse(command),
      ),
    );
  });
});
