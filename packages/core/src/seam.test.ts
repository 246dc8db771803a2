import { describe, expect, it } from 'vitest';
import { protect, rememberPositions } from './conversation.ts';
import { textMessage } from './message.ts';
import { seamsOf } from './seam.ts';
import { assistant, call, idOf, result, spanFold, talk, thinking, user, withFolds } from './testing/talk.ts';

const cuts = (conversation: ReturnType<typeof talk>) => {
  const seams = seamsOf(conversation);
  return conversation.transcript.map((_, index) => (seams.cutBefore(index) ? '|' : '.')).join('');
};

describe('seams', () => {
  it('[S1] hold a call with its result and what was said between them', () => {
    expect(cuts(talk(user('a'), call('x'), user('wait'), result('x'), user('b')))).toBe('||..|');
  });

  it('[S1] hold parallel calls until the last result', () => {
    const both = { role: 'assistant', parts: [...call('x').parts, ...call('y').parts] } as const;
    expect(cuts(talk(user('a'), both, result('y'), result('x'), assistant('done')))).toBe('||..|');
  });

  it('[S1] take an id used again for another call, and a result that answers nothing for itself', () => {
    expect(cuts(talk(user('a'), call('x'), result('x'), call('x'), result('x'), result('x'), result('z')))).toBe('||.|.||');
  });

  it('[S1] let a call without an answer hold what follows only until the model goes on', () => {
    expect(cuts(talk(user('a'), call('x'), user('hm')))).toBe('||.');
    expect(cuts(talk(user('a'), call('x'), user('hm'), assistant('well')))).toBe('||||');
    expect(seamsOf(talk(user('a'), call('x'), user('hm'))).openTurn).toBe(1);
  });

  it('[S1] take what a host left out for what the model went on with', () => {
    const whole = talk(user('a'), call('x'), user('hm'), assistant('well'), user('b'));
    const transcript = whole.transcript.map((entry, at) =>
      at === 2 || at === 3 ? { id: at === 2 ? entry.id : '', message: { role: 'user', parts: [] } as const } : entry,
    );
    rememberPositions(transcript, new Map([0, 1, 2, 4].map((at) => [idOf(whole, at), at])));
    expect(cuts({ ...whole, transcript })).toBe(cuts(whole));
  });

  it('[S2] keep thinking with what it led to', () => {
    expect(cuts(talk(user('a'), thinking('hm'), call('x'), result('x'), assistant('b')))).toBe('||..|');
  });

  it('[V4] fix the opening, system text and what is protected, with their transactions', () => {
    const base = talk(textMessage('system', 's'), call('x'), result('x'), user('b'), call('y'), result('y'), user('c'));
    const seams = seamsOf(protect(base, idOf(base, 5)));
    expect(base.transcript.map((_, index) => seams.fixed(index))).toEqual([true, true, true, false, true, true, false]);
  });

  it('[S3] begin the open turn at the latest words of a user, not at results in his role', () => {
    const answered = { role: 'user', parts: result('x').parts } as const;
    expect(seamsOf(talk(user('a'), user('b'), call('x'), answered)).openTurn).toBe(1);
    expect(seamsOf(talk(assistant('a'), assistant('b'))).openTurn).toBe(2);
    expect(seamsOf(talk()).openTurn).toBe(0);
  });

  it('[G2] hold together what folds of a group cover', () => {
    const base = talk(user('a'), user('b'), user('c'), user('d'), user('e'), user('f'));
    const folds = [spanFold(base, 1, 1, { id: 'g1', group: 'g' }), spanFold(base, 3, 4, { id: 'g2', group: 'g' })];
    const seams = seamsOf(withFolds(base, ...folds));
    expect(seams.unit(2)).toEqual([1, 4]);
    expect(seams.cutBefore(5)).toBe(true);
    expect(seams.cutBefore(99)).toBe(true);
  });
});
