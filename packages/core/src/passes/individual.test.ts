import { describe, expect, it } from 'vitest';
import { SUPPRESSED } from '../cut.ts';
import type { Message, Part } from '../message.ts';
import type { Operation } from '../operation.ts';
import { withFilesNamed } from '../part-folds.ts';
import { project } from '../project.ts';
import { problemOf } from '../testing/problem.ts';
import { assistant, call, idOf, partFold, result, talk, user, withFolds } from '../testing/talk.ts';
import { individualPass } from './individual.ts';

const base = talk(
  user('first'),
  assistant('a'.repeat(400)),
  call('x', { text: 'b'.repeat(400) }),
  result('x', 'c'.repeat(400)),
  assistant('read'),
  user('last'),
);
const suppress: Operation = { operation: 'suppress' };
const pass = (operations: Partial<Record<'messageText' | 'toolParameters' | 'toolResults', Operation>>) =>
  individualPass({
    id: 'i',
    name: 'I',
    when: { type: 'always' },
    selection: { type: 'preserve_recent', keepRecentCount: 0 },
    operationsFor: () => ({
      messageText: { operation: 'keep' },
      toolParameters: { operation: 'keep' },
      toolResults: { operation: 'keep' },
      ...operations,
    }),
  });
const targets = (operations: Parameters<typeof pass>[0], goal = 0, conversation = base) =>
  pass(operations)
    .propose(problemOf(conversation, { goal }))
    .map(({ target, kind }) => [
      conversation.transcript.findIndex(({ id }) => target.kind === 'part' && id === target.entry),
      kind,
    ]);

describe('an individual pass', () => {
  it('applies one operation per kind of content', () => {
    expect(targets({ messageText: suppress })).toEqual([[1, 'suppression']]);
    expect(targets({ toolParameters: suppress, toolResults: { operation: 'truncate', truncate: { maxChars: 9 } } })).toEqual([
      [2, 'suppression'],
      [3, 'truncation'],
    ]);
    expect(targets({ toolResults: { operation: 'summarize', summarize: { maxTokens: 50 } } })).toEqual([[3, 'summary']]);
  });

  it('[P2] asks a model about parameters too, whose words take the place of the longest of them', () => {
    const summarize: Operation = { operation: 'summarize', summarize: { maxTokens: 50 } };
    expect(targets({ toolParameters: summarize })).toEqual([[2, 'summary']]);
    const folded = withFolds(base, partFold(base, 2, 0, { kind: 'summary', text: 'It wrote the gate.' }));
    const part = project(folded).rows[2]?.message?.parts[0];
    expect(part?.type === 'tool-call' && part.input).toEqual({ text: expect.stringContaining('It wrote the gate.') });
    expect(targets({ toolParameters: summarize }, 0, talk(user('a'), call('x'), result('x'), assistant('b'), user('c')))).toEqual(
      [],
    );
  });

  it('stops when the goal is met', () => {
    const total = problemOf(base, { goal: 0 }).tokens;
    expect(targets({ messageText: suppress, toolParameters: suppress, toolResults: suppress }, total - 50)).toEqual([
      [1, 'suppression'],
    ]);
    expect(targets({ messageText: suppress }, total)).toEqual([]);
  });

  it('goes on behind a text that others refer to: it may be refused, since they would show in full again', () => {
    const again = talk(
      user('a'),
      call('x'),
      result('x', 'c'.repeat(400)),
      call('y'),
      result('y', 'c'.repeat(400)),
      call('z'),
      result('z', 'd'.repeat(400)),
      assistant('b'),
      user('c'),
    );
    const origins = [{ type: 'tool_result', entry: idOf(again, 2), part: 0, hash: '' }] as const;
    const reference = { kind: 'reference', lossless: true, text: '⟨ see above ⟩', origins, before: 420, after: 20 } as const;
    const referred = withFolds(again, partFold(again, 4, 0, reference));
    const cut = (of: typeof again) =>
      targets({ toolResults: suppress }, problemOf(of, { goal: 0 }).tokens - 50, of).map(([index]) => index);
    expect(cut(again)).toEqual([2]);
    expect(cut(referred)).toEqual([2, 6]);
  });

  it('[L2] finds nothing where it has been', () => {
    const been = withFolds(base, partFold(base, 3, 0, { kind: 'suppression', text: SUPPRESSED }));
    expect(targets({ toolResults: suppress }, 0, been)).toEqual([]);
    expect(idOf(been, 3)).toBe(idOf(base, 3));
  });

  it('weighs the files that a cut must name: nothing is cut again for them, and nothing else is spared', () => {
    const file = { type: 'attachment', mediaType: 'text/plain', name: `${'long-'.repeat(20)}name.txt` } as const;
    const output = [{ type: 'text', text: 'c'.repeat(400) } as const, file];
    const withFile: Message = { role: 'tool', parts: [{ type: 'tool-result', id: 'x', name: 'read', output }] };
    const files = talk(user('a'), call('x'), withFile, call('y'), result('y', 'd'.repeat(400)), assistant('b'), user('c'));
    const named = withFilesNamed(withFile.parts[0] as Part, SUPPRESSED);
    const been = withFolds(files, partFold(files, 2, 0, { kind: 'suppression', text: named }));
    expect(targets({ toolResults: suppress }, 0, been)).toEqual([[4, 'suppression']]);
    const gain = problemOf(files, { goal: 0 }).tokens - problemOf(been, { goal: 0 }).tokens;
    const goal = problemOf(files, { goal: 0 }).tokens - gain;
    expect(targets({ toolResults: suppress }, goal, files)).toEqual([[2, 'suppression']]);
    expect(targets({ toolResults: suppress }, goal - 1, files).map(([index]) => index)).toEqual([2, 4]);
  });
});
