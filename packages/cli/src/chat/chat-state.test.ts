import { describe, expect, it } from 'vitest';
import type { ChatEntry, ChatStatus } from './api.ts';
import { chatAfter, EMPTY_CHAT } from './chat-state.ts';

const entry = (id: string, role: ChatEntry['role']): ChatEntry => ({ id, role, parts: [{ type: 'text', text: id }] });
const status = { used: 1, text: 'one' } as unknown as ChatStatus;
const turn = (data: object) => ({ type: 'turn' as const, news: { type: '', data } });
const event = (type: string, data: object) => ({ type: 'event' as const, news: { type, data } });

describe('the talk', () => {
  it('shows an entry once, though it comes over the turn and over the events', () => {
    const first = chatAfter(EMPTY_CHAT, turn({ type: 'data-entry', data: entry('a', 'user') }));
    expect(chatAfter(first, event('entry', { entry: entry('a', 'user') }))).toBe(first);
  });

  it('puts the stored answer in the place of its stream', () => {
    let state = chatAfter(EMPTY_CHAT, { type: 'sending' });
    state = chatAfter(state, turn({ type: 'text-delta', delta: 'Hel' }));
    state = chatAfter(state, turn({ type: 'text-delta', delta: 'lo' }));
    expect(state.answering).toBe('Hello');
    state = chatAfter(chatAfter(state, turn({ type: 'data-entry', data: entry('b', 'assistant') })), { type: 'settled' });
    expect(state.answering).toBeNull();
    expect(state.said.map(({ key }) => key)).toEqual(['b']);
  });

  it('draws a divider once per run', () => {
    const run = { id: 'r', active: true, divider: 'Context condensed (9 → 3 tokens)', strategyName: 'Native', seconds: 1.25 };
    const state = chatAfter(EMPTY_CHAT, event('run', run));
    expect(state.said).toEqual([{ kind: 'divider', key: 'r', text: 'Context condensed (9 → 3 tokens) · Native · 1.3 s' }]);
    expect(chatAfter(state, event('run', run))).toBe(state);
  });

  it('says why condensing failed or was skipped, and what went wrong with an answer', () => {
    expect(chatAfter(EMPTY_CHAT, event('job', { state: 'skipped', reason: 'Nothing to gain.' })).said).toMatchObject([
      { text: 'Condensing skipped: Nothing to gain.', bad: false },
    ]);
    expect(chatAfter(EMPTY_CHAT, turn({ type: 'error', errorText: 'No.' }))).toMatchObject({
      answering: null,
      said: [{ text: 'No.', bad: true }],
    });
  });

  it('opens another conversation below the last one', () => {
    const state = chatAfter(chatAfter(EMPTY_CHAT, { type: 'remark', text: 'bye' }), {
      type: 'opened',
      entries: [entry('c', 'user')],
      status,
      remark: '— T —',
    });
    expect(state.said.map((said) => said.kind)).toEqual(['remark', 'entry', 'remark']);
    expect(state.status).toBe(status);
  });
});
