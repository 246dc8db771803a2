import { expect, it, vi } from 'vitest';
import { notifyStored } from '../../../state/stored-keys.ts';
import { liveTurn, putTurn } from './live-turns.ts';
import { SENT } from './turn-stream.ts';

// What is not sent yet asks before the page is left.
vi.stubGlobal('window', new EventTarget());

it('knows its own message by its key, though another tab sent the same words', () => {
  const turn = (key: string) => ({ key, input: { text: 'go on' }, answering: SENT, problem: null });
  for (const key of ['mine', 'mine too']) putTurn('s', turn(key));
  notifyStored('s', 'of another tab');
  expect(['mine', 'mine too'].map((key) => liveTurn('s', key)?.answering.stored)).toEqual([false, false]);
  notifyStored('s', 'mine too');
  expect(['mine', 'mine too'].map((key) => liveTurn('s', key)?.answering.stored)).toEqual([false, true]);
});
