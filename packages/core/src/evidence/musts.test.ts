import { expect, it } from 'vitest';
import { filesWritten } from './musts.ts';
import type { Passage } from './passage.ts';

const call = (id: string, name: string, input: Passage['input']): Passage => ({
  voice: 'call',
  text: '',
  part: 0,
  id,
  name,
  ...(input === undefined ? {} : { input }),
});
const failed = (id: string): Passage => ({ voice: 'error', text: 'old_text not found', part: 0, id });

it('tells files in the order of their last change, with how they were changed', () => {
  const files = filesWritten([
    call('1', 'write_file', { path: 'src/a.ts', content: 'x' }),
    call('2', 'edit_file', { path: 'src/b.ts', old_text: 'x' }),
    call('3', 'edit_file', { path: 'src/a.ts', old_text: 'x' }),
    call('4', 'read_file', { path: 'src/c.ts' }),
    call('5', 'edit_file', { path: 'src/d.ts' }),
    failed('5'),
  ]);
  expect([...files]).toEqual([
    ['src/b.ts', 'edited'],
    ['src/a.ts', 'edited, 2 changes'],
  ]);
});

it('reads patches, and what an earlier record lists', () => {
  const record =
    '## Technical Details\n### Files written\nsrc/a.ts (written)\nsrc/b.ts (edited, 3 changes)\n\n## Key Points\n- Done (well).';
  const files = filesWritten([
    { voice: 'record', text: record, part: 0 },
    call('1', 'apply_patch', '*** Begin Patch\n*** Update File: src/b.ts\n*** Add File: src/new.ts\n'),
  ]);
  expect([...files]).toEqual([
    ['src/a.ts', 'written'],
    ['src/b.ts', 'edited, 4 changes'],
    ['src/new.ts', 'created'],
  ]);
});
