import { describe, expect, it } from 'vitest';
import { answerOf, api, requestOf } from './index.ts';

describe('a request', () => {
  it('fills in the path, the query and the body', () => {
    expect(requestOf(api.sessions.list, { query: { q: 'a b&c', archived: '1' } })).toEqual({
      method: 'GET',
      path: '/api/sessions?q=a%20b%26c&archived=1',
    });
    expect(requestOf(api.entries.protect, { session: 's', entry: 'a/b', body: { protected: true } })).toEqual({
      method: 'PUT',
      path: '/api/sessions/s/entries/a%2Fb/protected',
      body: '{"protected":true}',
    });
    expect(requestOf(api.turns.stop, { session: 's' })).toMatchObject({ method: 'POST', body: '{}' });
  });

  it('reads an answer by its status, and refuses what the contract does not know', () => {
    expect(answerOf(api.sessions.remove, 200, { removed: true, more: 1 })).toEqual({ removed: true });
    expect(answerOf(api.sessions.remove, 200, { gone: true })).toBeNull();
    expect(answerOf(api.condensations.condense, 200, { scope: 'a job under the status of an estimate' })).toBeNull();
  });
});
