import { PROBLEMS, ProblemBody } from '@tenfold/contract';
import { SessionError } from '@tenfold/session';
import { Conflict, NotFound, StoreBusy, StoreFull, StoreUnsupported } from '@tenfold/store';
import { describe, expect, it } from 'vitest';
import { turnRefusal } from './api/messages.ts';
import { problemOf, problemResponse, Refused, refusalOf } from './problem.ts';
import { watchedApp } from './testing/watched-app.ts';

describe('a problem', () => {
  it.each(Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[])('has a status of its own and fits its schema: %s', async (code) => {
    const response = problemResponse(new Refused(code, 'What happened.', { todo: 'What to do.' }));
    const problem = ProblemBody.parse(await response.json());
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(problem).toMatchObject({ code, status: response.status, kept: 'Nothing was changed.' });
    expect(response.status).toBeGreaterThanOrEqual(400);
  });

  it('tells what the store refused, without where it lies', () => {
    const missing = problemOf(refusalOf(new NotFound('session', 'x')));
    expect(missing).toMatchObject({ code: 'not-found', status: 404, kept: 'Nothing was changed.' });
    expect(problemOf(refusalOf(new Conflict('Taken.', { revision: 'r' })))).toMatchObject({ code: 'conflict', revision: 'r' });
    const full = problemOf(refusalOf(new StoreFull({ file: '/home/ada/tenfold.db' }, null)));
    expect(full).toMatchObject({ code: 'store-full', status: 507, kept: 'Everything stored before is kept.' });
    expect(JSON.stringify(full)).not.toContain('ada');
    expect(problemOf(refusalOf(new StoreBusy({}, null)))).toMatchObject({
      code: 'store-unavailable',
      status: 503,
      kept: 'Nothing was confirmed as stored.',
    });
  });

  it('says when to come back', () => {
    const error = new SessionError('fold-cooldown', 'Too soon.', { todo: 'Wait.', facts: { secondsLeft: 11.2 } });
    expect(problemResponse(refusalOf(error)).headers.get('retry-after')).toBe('12');
    const event = {
      type: 'error',
      code: 'fold-cooldown',
      message: 'm',
      kept: 'k',
      todo: 't',
      facts: { secondsLeft: 3 },
    } as const;
    expect(turnRefusal(event).headers).toEqual({ 'retry-after': '3' });
  });

  it("is told in a few words, however long a client's are", async () => {
    const problems = Array.from({ length: 300_000 }, () => ({ field: 'x'.repeat(100), message: 'No.' }));
    const long = new Refused('invalid-request', 'word '.repeat(1_000_000), { todo: 'Less.', facts: { problems } });
    const { problems: told, detail } = ProblemBody.parse(await problemResponse(long).json());
    expect([told?.length, detail.length]).toEqual([1_000, 10_001]);
  });

  it('keeps to itself what nobody foresaw', () => {
    const problem = problemOf(refusalOf(new TypeError('secret /path')));
    expect(problem.code).toBe('internal-error');
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});

it('of a store that cannot be used is told in the log, where its refusal says it is', async () => {
  const told: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (event: string, facts?: object) => void told.push({ event, ...facts }) };
  const missing = new StoreUnsupported('The database cannot be used: permission denied for table entries.', {}, 'Check rights.');
  const { url, close } = await watchedApp({ log, page: () => Promise.reject(missing) });
  const refused = await fetch(url);
  expect([refused.status, await refused.json()]).toMatchObject([503, { detail: expect.stringMatching(/is in the log/) }]);
  expect(told).toMatchObject([{ event: 'request-failed', reason: expect.stringContaining('permission denied') }]);
  await close();
});
