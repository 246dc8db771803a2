import type { ContextStatus, Entry, SessionEvent, TurnChunk } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { chatAfter, EMPTY_CHAT } from './chat-state.ts';

const entry = (id: string, role: Entry['role']): Entry => ({
  id,
  position: 0,
  role,
  parts: [{ type: 'text', text: id }],
  createdAt: 0,
  protected: false,
  foldedBy: null,
  partFolds: [],
  tokens: 1,
  inputTokens: null,
  outputTokens: null,
});
const status = { used: 1, text: 'one' } as ContextStatus;
const turn = (chunk: TurnChunk) => ({ type: 'turn' as const, chunk });
const stored = (id: string, role: Entry['role']) =>
  turn({ type: 'data-entry', data: { ...entry(id, role), version: 1, idempotencyKey: null }, transient: true });
const event = (told: object) => ({ type: 'event' as const, event: told as SessionEvent });

describe('several turns', () => {
  it('go on answering until the last is over, and tell what waits', () => {
    let state = [{ type: 'sending' as const }, { type: 'sending' as const }].reduce(chatAfter, EMPTY_CHAT);
    const messages = [{ id: 'q', text: 'Then this', attachments: [], idempotencyKey: null, since: 0, state: 'waiting' }];
    state = chatAfter(state, event({ type: 'queue', messages }));
    state = chatAfter(state, { type: 'settled' });
    expect([state.answering, state.waiting.map(({ text }) => text)]).toEqual(['', ['Then this']]);
    state = chatAfter(chatAfter(state, event({ type: 'queue', messages: [] })), { type: 'settled' });
    expect([state.answering, state.waiting]).toEqual([null, []]);
  });
});

describe('the talk', () => {
  it('shows an entry once, though it comes over the turn and over the events', () => {
    const first = chatAfter(EMPTY_CHAT, stored('a', 'user'));
    expect(chatAfter(first, event({ type: 'entry', entry: entry('a', 'user') }))).toBe(first);
  });

  it('puts the stored answer in the place of its stream', () => {
    let state = chatAfter(EMPTY_CHAT, { type: 'sending' });
    state = chatAfter(state, turn({ type: 'text-delta', id: 't', delta: 'Hel' }));
    state = chatAfter(state, turn({ type: 'text-delta', id: 't', delta: 'lo' }));
    expect(state.answering).toBe('Hello');
    state = chatAfter(chatAfter(state, stored('b', 'assistant')), { type: 'settled' });
    expect(state.answering).toBeNull();
    expect(state.said.map(({ key }) => key)).toEqual(['b']);
  });

  it('draws a divider once per run', () => {
    const made = { outcome: 'done', report: { warnings: [] } };
    const run = {
      id: 'r',
      active: true,
      divider: 'Context condensed (9 → 3 tokens)',
      strategyName: 'Native',
      seconds: 1.25,
      ...made,
    };
    const state = chatAfter(EMPTY_CHAT, event({ type: 'run', ...run }));
    expect(state.said).toEqual([{ kind: 'divider', key: 'r', text: 'Context condensed (9 → 3 tokens) · Native · 1.3 s' }]);
    expect(chatAfter(state, event({ type: 'run', ...run }))).toBe(state);
    const makeshift = { ...run, id: 's', outcome: 'degraded', report: { warnings: ['gpt-4o did not answer.'] } };
    expect(chatAfter(state, event({ type: 'run', ...makeshift })).said.at(-1)).toMatchObject({
      text: expect.stringContaining('without the model: gpt-4o did not answer.'),
    });
  });

  it('says why condensing failed or was skipped, and what went wrong with an answer', () => {
    expect(chatAfter(EMPTY_CHAT, event({ type: 'job', state: 'skipped', reason: 'Nothing to gain.' })).said).toMatchObject([
      { text: 'Condensing skipped: Nothing to gain.', bad: false },
    ]);
    expect(chatAfter(EMPTY_CHAT, turn({ type: 'error', errorText: 'No.' }))).toMatchObject({
      answering: null,
      said: [{ text: 'No.\n/retry answers it again.', bad: true }],
    });
    const told = { code: 'upstream-failed', status: 502, detail: 'No.', kept: 'Your message is stored.', todo: '' };
    const chunks = [{ type: 'data-error', data: told, transient: true } as never, { type: 'error', errorText: 'No.' } as const];
    expect(chunks.reduce((state, chunk) => chatAfter(state, turn(chunk)), EMPTY_CHAT).said).toMatchObject([
      { text: 'No. Your message is stored.\n/retry answers it again.' },
    ]);
  });

  it('leaves a fold that a message waited for to that message', () => {
    const job = { type: 'job', state: 'failed', trigger: 'hard', reason: 'No.' };
    expect(chatAfter(EMPTY_CHAT, event(job))).toBe(EMPTY_CHAT);
  });

  it('opens another conversation below the last one', () => {
    const state = chatAfter(chatAfter(EMPTY_CHAT, { type: 'remark', text: 'bye' }), {
      type: 'opened',
      entries: [entry('c', 'user')],
      status,
      waiting: [],
      remark: '— T —',
    });
    expect(state.said.map((said) => said.kind)).toEqual(['remark', 'entry', 'remark']);
    expect(state.status).toBe(status);
  });
});
