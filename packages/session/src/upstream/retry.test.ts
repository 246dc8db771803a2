import { APICallError } from 'ai';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureOf, retryAfterOf } from './failure.ts';
import { CallFailed, withRetries } from './upstream.ts';

function refused(statusCode: number, responseHeaders: Record<string, string> = {}): APICallError {
  return new APICallError({ message: 'no', url: 'http://x', requestBodyValues: {}, statusCode, responseHeaders });
}

const terms = { tries: 3, pauseMs: 1, longestMs: 50, signal: new AbortController().signal };

async function callsUntil(errors: readonly unknown[]): Promise<{ calls: number; failed: CallFailed | null }> {
  let calls = 0;
  try {
    await withRetries(async () => {
      const error = errors[calls++];
      if (error !== undefined) throw error;
      return 'well';
    }, terms);
    return { calls, failed: null };
  } catch (error) {
    return { calls, failed: error as CallFailed };
  }
}

describe('withRetries', () => {
  it('never asks more often than it may, whatever comes', async () => {
    const status = fc.constantFrom(400, 401, 402, 403, 404, 413, 422, 429, 500, 502, 503, 529);
    await fc.assert(
      fc.asyncProperty(fc.array(status, { maxLength: 6 }), async (statuses) => {
        const { calls, failed } = await callsUntil(statuses.map((code) => refused(code)));
        const final = statuses.findIndex((code) => code < 500 && code !== 429 && code !== 529);
        expect(calls).toBe(Math.min(3, final < 0 ? statuses.length + 1 : final + 1));
        expect(failed === null).toBe(calls > statuses.length);
      }),
      { numRuns: 60 },
    );
  });

  it('takes a 429 for money spent as final', async () => {
    const spent = new APICallError({ message: 'enforced_spend_limit_reached', url: 'x', requestBodyValues: {}, statusCode: 429 });
    expect((await callsUntil([spent])).calls).toBe(1);
  });

  it('waits at least as long as it is told to, and not at all when that is too long', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let calls = 0;
    const answered = withRetries(async () => {
      if (++calls === 1) throw refused(429, { 'retry-after-ms': '40' });
      return 'well';
    }, terms);
    await vi.advanceTimersByTimeAsync(39);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(calls).toBe(2);
    expect(await answered).toBe('well');
    expect((await callsUntil([refused(429, { 'retry-after': '3600' })])).calls).toBe(1);
  });

  it('does not go on once it is stopped', async () => {
    const controller = new AbortController();
    const failing = withRetries(() => Promise.reject(refused(503)), {
      ...terms,
      pauseMs: 10_000,
      longestMs: 20_000,
      signal: controller.signal,
    });
    controller.abort();
    await expect(failing).rejects.toBeInstanceOf(CallFailed);
  });
});

it('reads how long to wait', () => {
  expect(retryAfterOf({ 'retry-after': '2' })).toBe(2_000);
  expect(retryAfterOf({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, Date.parse('Wed, 21 Oct 2015 07:27:50 GMT'))).toBe(
    10_000,
  );
  expect(retryAfterOf({ 'retry-after': 'soon' })).toBeUndefined();
  expect(retryAfterOf({})).toBeUndefined();
});

it('tells failures apart and shows no keys', () => {
  expect(failureOf(new DOMException('x', 'AbortError')).kind).toBe('stopped');
  expect(failureOf({ lastError: refused(500) }).kind).toBe('transient');
  expect(failureOf('plain words')).toMatchObject({ kind: 'transient', message: 'plain words' });
  expect(failureOf({ type: 'error', error: { message: 'Overloaded' } })).toMatchObject({ message: 'Overloaded' });
  const leaky = new APICallError({
    message: 'Incorrect API key provided: sk-abcdefghijk.',
    url: 'x',
    requestBodyValues: {},
    statusCode: 401,
  });
  expect(failureOf(leaky).message).not.toContain('abcdefghijk');
});

it('says what is wrong with an address', () => {
  const call = { message: 'Cannot connect', url: 'http://127.0.0.1:4998/v1/chat', requestBodyValues: {} };
  const because = (code: string, message = '') => failureOf(new APICallError({ ...call, cause: { code, message } }));
  expect(because('ECONNREFUSED')).toMatchObject({
    kind: 'transient',
    message: expect.stringMatching(/^Nothing answers at 127\.0\.0\.1:4998\. /),
  });
  expect(because('ENOTFOUND').message).toMatch(/^No machine named 127\.0\.0\.1 can be found\. Check the address/);
  expect(because('', 'self signed certificate').message).toContain('cannot be trusted');
  expect(because('ECONNRESET').message).toBe('The connection to the model broke.');
  const page = new APICallError({
    ...call,
    statusCode: 200,
    responseHeaders: { 'content-type': 'text/html' },
    responseBody: '<html>',
  });
  expect(failureOf(page).message).toContain("a page, no model's API");
});
