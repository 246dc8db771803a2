import { describe, expect, it } from 'vitest';
import { protect, rememberPositions } from './conversation.ts';
import { type Message, textMessage } from './message.ts';
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
    expect(seamsOf(talk(user('a'), call('x'), user('hm'))).held(1)).toBe(true);
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

  it('[V4] fix the opening, the request and what is protected, with their transactions, and the newest system text', () => {
    const system = (text: string) => textMessage('system', text);
    const marks = (conversation: ReturnType<typeof talk>) => {
      const seams = seamsOf(conversation);
      return conversation.transcript.map((_, index) => (seams.fixed(index) ? '#' : seams.held(index) ? '+' : '.')).join('');
    };
    const base = talk(system('s'), call('x'), result('x'), user('b'), call('y'), result('y'), assistant('z'), user('c'));
    expect(marks(protect(base, idOf(base, 5)))).toBe('###.##.#');
    expect(marks(talk(system('s'), user('a'), system('t'), assistant('b'), system('u'), user('c')))).toBe('##..##');
    expect(marks(talk(user('a'), call('x'), user('wait'), result('x'), assistant('b')))).toBe('#+#+.');
  });

  it('[S3] know the request: the latest words or files of a person, not results or reminders in the user’s role', () => {
    const answered = { role: 'user', parts: result('x').parts } as const;
    const reminder = user('<system-reminder>\nThe list is empty.\n</system-reminder>');
    const picture = { role: 'user', parts: [{ type: 'attachment', mediaType: 'image/png', name: 'a.png' }] } as const;
    expect(seamsOf(talk(user('a'), user('b'), call('x'), answered, reminder)).request).toBe(1);
    expect(seamsOf(talk(user('a'), picture, assistant('b'))).request).toBe(1);
    expect(seamsOf(talk(reminder, assistant('b'))).request).toBe(0);
    expect(seamsOf(talk(assistant('a'), assistant('b'))).request).toBe(2);
    expect(seamsOf(talk()).request).toBe(0);
  });

  it('[S4] know the newest step, with what waits for its results and what was not read', () => {
    const newest = (...messages: readonly Message[]) => seamsOf(talk(...messages)).newest;
    expect(newest(user('a'), call('x'), result('x'), call('y'), result('y'))).toBe(3);
    expect(newest(user('a'), call('x'), result('x'), assistant('b'))).toBe(3);
    expect(newest(user('a'), call('x'), result('x'), call('y'))).toBe(1);
    expect(newest(user('a'), call('x'), result('x'), user('b'))).toBe(1);
    expect(newest(user('a'), call('x'), result('x'), assistant('b'), user('c'))).toBe(5);
    expect(newest(user('a'), call('x'), result('x'), user('<system-reminder>\nTell nobody.\n</system-reminder>'))).toBe(1);
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
