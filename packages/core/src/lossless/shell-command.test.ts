import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellUse } from './shell-command.ts';

describe('shellUse', () => {
  it.each([
    ['cat src/a.ts', { kind: 'read', path: 'src/a.ts' }],
    ['cd /repo && cat -n "my file.ts"', { kind: 'read', path: '/repo/my file.ts' }],
    ['cd /repo && cat /etc/hosts', { kind: 'read', path: '/etc/hosts' }],
    ["cd app && sed -i 's/a/b/' ./a.ts", { kind: 'execute', writes: ['app/a.ts'] }],
    ["sed -n '10,20p' src/a.ts", { kind: 'read', path: 'src/a.ts', lines: [10, 20] }],
    ["nl -ba src/a.ts | sed -n '10,20p'", { kind: 'read', path: 'src/a.ts', lines: [10, 20] }],
    ["sed -n '10,60p' src/a.ts | head -5", { kind: 'read', path: 'src/a.ts', lines: [10, 14] }],
    ["sed -n '10,+4p' src/a.ts", { kind: 'read', path: 'src/a.ts', lines: [10, 14] }],
    ['cat src/a.ts | head -n 5', { kind: 'read', path: 'src/a.ts', lines: [1, 5] }],
    ['cat src/a.ts | cat', { kind: 'read', path: 'src/a.ts' }],
    ['cat src/a.ts | grep fold', { kind: 'search' }],
    ['cat src/a.ts | wc -l', { kind: 'execute' }],
    ['tail -n +12 a.md', { kind: 'read', path: 'a.md', lines: [12, Number.MAX_SAFE_INTEGER] }],
    ['head -c 400 a.bin', { kind: 'execute' }],
    ['bat --line-range 3:9 a.md', { kind: 'read', path: 'a.md', lines: [3, 9] }],
    ['bat -p a.md', { kind: 'read', path: 'a.md' }],
    ['Get-Content .\\src\\Cart.cs -TotalCount 20', { kind: 'read', path: './src/Cart.cs', lines: [1, 20] }],
    ['gc -Path a.log | Select-Object -Skip 4 -First 6', { kind: 'read', path: 'a.log', lines: [5, 10] }],
    ['Get-ChildItem -Recurse src', { kind: 'list' }],
    ['Select-String -Pattern fold -Path *.cs', { kind: 'search' }],
    ["Set-Content -Path src\\a.cs -Value 'x'", { kind: 'execute', writes: ['src/a.cs'] }],
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
