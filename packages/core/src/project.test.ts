import { describe, expect, it } from 'vitest';
import { protect } from './conversation.ts';
import type { Origin } from './fold.ts';
import { messageText } from './message.ts';
import { project, render, rowTokens, tokensOf } from './project.ts';
import { unitCounter } from './testing/stand-ins.ts';
import { assistant, call, idOf, partFold, result, spanFold, talk, user, withFolds } from './testing/talk.ts';

const base = talk(user('first'), call('x'), result('x'), user('b'), call('y'), result('y'), user('c'), user('last'));
const shape = (conversation: typeof base) =>
  project(conversation)
    .rows.map((row) => (row.kind === 'entry' ? `${row.index}` : `(${row.from}-${row.to}${row.message === null ? '' : '!'})`))
    .join(' ');

describe('project', () => {
  it('[V2] shows the same objects where nothing is folded', () => {
    const { rows } = project(base);
    expect(rows.map((row) => row.message)).toEqual(base.transcript.map((entry) => entry.message));
    expect(rows.every((row, index) => row.message === base.transcript[index]?.message)).toBe(true);
  });

  it('[V1] puts a stand-in where its first entry stood, the outermost and newest of several', () => {
    expect(shape(withFolds(base, spanFold(base, 1, 2), spanFold(base, 1, 5)))).toBe('0 (1-5!) 6 7');
    const twice = withFolds(base, spanFold(base, 1, 2, { text: 'old' }), spanFold(base, 1, 2, { id: 'new', text: 'new' }));
    expect(messageText(render(project(twice))[1] as never)).toContain('new');
  });

  it('[V3] shows a protected entry with its transaction, behind what still stands for the others', () => {
    const folded = withFolds(base, spanFold(base, 1, 5));
    expect(shape(protect(folded, idOf(base, 5)))).toBe('0 (1-5!) 4 5 6 7');
    expect(shape(protect(folded, idOf(base, 1)))).toBe('0 1 2 (1-5!) 6 7');
  });

  it('[V3] brings back a part of a protected entry, and of the transaction it belongs to', () => {
    const folded = withFolds(base, partFold(base, 2));
    expect(JSON.stringify(render(project(folded)))).toContain('"cut"');
    for (const index of [1, 2]) {
      const view = project(protect(folded, idOf(base, index)));
      expect(view.rows.every((row, at) => row.message === base.transcript[at]?.message)).toBe(true);
    }
  });

  it('[G2] tells what a group tells at the first of its spans that hides anything', () => {
    const group = withFolds(
      base,
      spanFold(base, 1, 2, { id: 'tells', group: 'g', text: 'all of it' }),
      spanFold(base, 4, 5, { id: 'silent', group: 'g', text: '' }),
    );
    expect(shape(group)).toBe('0 (1-2!) 3 (4-5) 6 7');
    expect(messageText(render(project(group))[1] as never)).toContain('A record of 4 earlier messages');
    const protectedFirst = protect(group, idOf(base, 1));
    expect(shape(protectedFirst)).toBe('0 1 2 3 (4-5!) 6 7');
    expect(messageText(render(project(protectedFirst))[4] as never)).toContain('all of it');
  });

  it('[V6] leaves out a span that would cross another, and one whose ends are not in the transcript', () => {
    expect(shape(withFolds(base, spanFold(base, 1, 3), spanFold(base, 2, 5)))).toBe('0 (1-3!) 4 5 6 7');
    expect(shape(withFolds(talk(user('other')), spanFold(base, 1, 3)))).toBe('0');
  });

  it('[V5] renders a settled fold to the same object again', () => {
    const folded = withFolds(base, spanFold(base, 1, 2), partFold(base, 5));
    expect(render(project(folded))).toEqual(render(project(folded)));
    expect(project(folded).rows[1]?.message).toBe(project(folded).rows[1]?.message);
  });
});

describe('references', () => {
  const origin = (entry: number): Origin => ({ type: 'tool_result', entry: idOf(base, entry), part: 0, hash: '' });
  const reference = partFold(base, 5, 0, {
    id: 'ref',
    kind: 'reference',
    lossless: true,
    text: 'see above',
    origins: [origin(2)],
  });
  const applied = (conversation: typeof base) => JSON.stringify(render(project(conversation))).includes('see above');

  it('[R1] apply while their origin is whole above them', () => {
    expect(applied(withFolds(base, reference))).toBe(true);
    expect(applied(withFolds(base, reference, spanFold(base, 1, 2)))).toBe(false);
    expect(applied(withFolds(base, reference, partFold(base, 2)))).toBe(false);
    expect(applied(withFolds(base, reference, partFold(base, 2, 0, { lossless: true })))).toBe(true);
    expect(
      applied(withFolds(base, partFold(base, 2, 0, { ...reference, target: partFold(base, 2).target, origins: [origin(5)] }))),
    ).toBe(false);
  });

  it('[R1] never stand above their origin where a late result is sent right behind its call', () => {
    const late = talk(user('a'), call('x'), call('y'), result('y', 'the text'), result('x', 'the text'), user('b'));
    const origins = [{ type: 'tool_result', entry: idOf(late, 3), part: 0, hash: '' }] as const;
    expect(applied(withFolds(late, { ...reference, target: partFold(late, 4).target, origins }))).toBe(false);
    const both = { role: 'assistant', parts: [...call('x').parts, ...call('y').parts] } as const;
    const parallel = talk(user('a'), both, result('y', 'the text'), result('x', 'the text'), user('b'));
    const above = [{ ...origins[0], entry: idOf(parallel, 2) }];
    expect(applied(withFolds(parallel, { ...reference, target: partFold(parallel, 3).target, origins: above }))).toBe(true);
  });

  it('[G1] rest together with their group', () => {
    const other = partFold(base, 3, 0, { id: 'other', group: 'g', text: 'see above' });
    const member = { ...reference, group: 'g' };
    expect(applied(withFolds(base, member, other))).toBe(true);
    expect(applied(withFolds(base, member, other, partFold(base, 2)))).toBe(false);
  });

  it('[P1] rest when the fold below them is gone', () => {
    const below = partFold(base, 5, 0, { id: 'below', lossless: true, text: 'below' });
    const top = { ...reference, over: 'below' };
    expect(applied(withFolds(base, below, top))).toBe(true);
    expect(applied(withFolds(base, top))).toBe(false);
    const restless = JSON.stringify(render(project(withFolds(base, below, top, partFold(base, 2)))));
    expect(restless).toContain('"below"');
  });
});

describe('weighing', () => {
  const count = unitCounter(0);

  it('[A2] counts a dry run as what it is expected to weigh, and silent rows as nothing', () => {
    const guess = withFolds(base, spanFold(base, 1, 2, { text: '', estimated: true, after: 777 }));
    expect(rowTokens(project(guess).rows[1] as never, count)).toBe(777);
    const part = withFolds(
      talk(user('x'), assistant('long text')),
      partFold(talk(user('x'), assistant('long text')), 1, 0, { text: '', estimated: true, after: 5 }),
    );
    expect(tokensOf(project(part), count)).toBe(1 + 5);
    expect(rowTokens({ ...(project(guess).rows[1] as never as object), message: null } as never, count)).toBe(0);
  });
});
