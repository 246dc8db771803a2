import { describe, expect, it } from 'vitest';
import { SUPPRESSED, TRUNCATED } from '../cut.ts';
import { problemOf } from '../testing/problem.ts';
import { assistant, call, result, talk, user } from '../testing/talk.ts';
import { type TruncationConfig, truncation } from './truncation.ts';

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
const base = talk(
  user('u '.repeat(300)),
  user('v '.repeat(300)),
  assistant('w '.repeat(300)),
  call('x', { text: 'y'.repeat(900) }),
  result('x', lines),
  assistant('read'),
  user('end'),
);
const drafts = (config: Partial<TruncationConfig>, goal = 0) =>
  truncation
    .passes({ ...truncation.config.defaults, preserveRecentCount: 0, ...config })
    .flatMap((pass) => pass.propose(problemOf(base, { goal })))
    .map(({ target, body }) => [base.transcript.findIndex(({ id }) => target.kind === 'part' && id === target.entry), body]);

describe('truncation', () => {
  it('cuts tool results by lines and parameters by characters, and leaves what was said', () => {
    expect(drafts({ maxToolResultLines: 2, maxToolParamChars: 5 })).toEqual([
      [3, JSON.stringify({ text: `yyyyy\n${TRUNCATED}` })],
      [4, `line 0\nline 1\n${TRUNCATED}`],
    ]);
  });

  it('takes them out whole where it is told to', () => {
    expect(drafts({ truncationMode: 'suppress' })).toEqual([
      [3, JSON.stringify({ text: SUPPRESSED })],
      [4, SUPPRESSED],
    ]);
  });

  it('shortens what people and the assistant wrote only where it may', () => {
    expect(drafts({ preserveUserMessages: false, maxToolResultLines: 1 }).map(([index]) => index)).toEqual([1, 3, 4]);
    expect(drafts({ preserveAssistantText: false, maxToolResultLines: 1 }).map(([index]) => index)).toEqual([2, 3, 4]);
  });

  it('cuts output on one endless line after as many characters as the lines would have', () => {
    const endless = talk(user('a'), call('x'), result('x', 'z'.repeat(9_000)), assistant('read'), user('end'));
    const [draft] = truncation
      .passes({ ...truncation.config.defaults, preserveRecentCount: 0, maxToolResultLines: 3 })
      .flatMap((pass) => pass.propose(problemOf(endless, { goal: 0 })));
    expect(String(draft?.body).length).toBe(600 + 1 + TRUNCATED.length);
  });

  it('[S4] cuts steps of the running turn, and leaves the newest one', () => {
    const steps = ['a', 'b', 'c'].flatMap((id) => [call(id), result(id, lines)]);
    const running = talk(user('go'), ...steps);
    const cut = truncation
      .passes({ ...truncation.config.defaults, preserveRecentCount: 0 })
      .flatMap((pass) => pass.propose(problemOf(running, { goal: 0 })))
      .map(({ target }) => running.transcript.findIndex(({ id }) => target.kind === 'part' && id === target.entry));
    expect(cut).toEqual([2, 4]);
  });

  it('stops when the goal is met, the oldest first, and keeps the recent ones', () => {
    expect(drafts({}, 2_700).map(([index]) => index)).toEqual([3]);
    expect(drafts({ preserveRecentCount: 4 })).toEqual([]);
  });
});
