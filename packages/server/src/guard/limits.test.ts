import { connect } from 'node:net';
import { api } from '@tenfold/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEEPEST, readJson } from '../answer.ts';
import { PackedText } from '../packed-text.ts';
import { watchedApp } from '../testing/watched-app.ts';
import { bucketOf, LIMITS } from './door.ts';

const limits = { ...LIMITS, bodyBytes: 2_000, expensive: { burst: 3, perSecond: 0.01 } };
const server = await watchedApp({ limits });
afterAll(() => server.close());

const post = (path: string, body: NonNullable<RequestInit['body']>, more: RequestInit = {}) =>
  fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...more });
const problem = async (response: Response) => ({ status: response.status, ...((await response.json()) as { code: string }) });
const manyParts = Array.from({ length: 150 }, () => ({ type: 'nothing' }));
const request = (text: string) => new Request('http://x', { method: 'POST', body: text });

describe('a body', () => {
  it('that is too large is refused before it is parsed, stated or not', async () => {
    expect(await problem(await post('/api/sessions', JSON.stringify({ title: 'x'.repeat(3_000) })))).toMatchObject({
      status: 413,
      code: 'too-large',
    });
    // A preset may be larger here, and no larger than presets are.
    for (const path of ['/api/presets', '/api/presets/import'])
      expect(await problem(await post(path, JSON.stringify({ config: { a: 'x'.repeat(1_100_000) } })))).toMatchObject({
        status: 413,
      });
    const bytes = (text: string) => new TextEncoder().encode(text);
    const pieces = new ReadableStream({
      start: (controller) => controller.enqueue(bytes('"')),
      pull: (controller) => controller.enqueue(bytes('x'.repeat(1_000))),
    });
    const endless = post('/api/sessions', pieces, { duplex: 'half' } as RequestInit);
    // The server may hang up while more is still being sent.
    expect(await endless.then((response) => response.status).catch(() => 413)).toBe(413);
    expect(server.calls).toEqual([]);
  });

  it(`may be nested ${DEEPEST} deep and no deeper, at any size`, async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    await expect(readJson(request(nested(DEEPEST)), 1e9)).resolves.toBeDefined();
    await expect(readJson(request(nested(DEEPEST + 1)), 1e9)).rejects.toMatchObject({ code: 'too-deep' });
    await expect(readJson(request('{"a":'.repeat(1_000_000)), 1e9)).rejects.toMatchObject({ code: 'too-deep' });
    const inText = JSON.stringify({ text: '[{'.repeat(1_000), escaped: '\\"[[['.repeat(100) });
    await expect(readJson(request(inText), 1e9)).resolves.toEqual(JSON.parse(inText));
  });

  it('means what it says, for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 20 }), async (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(await readJson(request(JSON.stringify(value)), 1e9)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('of more than a megabyte is parsed while it arrives, to the same value and by the same rules', async () => {
    const large = (text: string) =>
      new Request('http://x', { method: 'POST', body: text, headers: { 'content-length': String(Buffer.byteLength(text)) } });
    const value = { name: 'é', text: `${'a\\n"ü"'.repeat(300_000)}`, list: [1, { b: null }] };
    expect(await readJson(large(JSON.stringify(value)), 1e9)).toEqual(value);
    const pad = ' '.repeat(1_100_000);
    await expect(readJson(large(`${pad}{"a":`), 1e9)).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(readJson(large(`${pad}{"__proto__":1}`), 1e9)).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(readJson(large(pad + '['.repeat(DEEPEST + 1)), 1e9)).rejects.toMatchObject({ code: 'too-deep' });
    await expect(readJson(large(`[${'{},'.repeat(210_000)}{}]`), 1e9)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('with a long text is read without holding that whole', async () => {
    const pieces = (text: string) => {
      const bytes = Buffer.from(text);
      const parts = Array.from({ length: Math.ceil(bytes.length / 50_001) }, (_, n) =>
        bytes.subarray(n * 50_001, (n + 1) * 50_001),
      );
      return new Request('http://x', { method: 'POST', body: ReadableStream.from(parts), duplex: 'half' } as RequestInit);
    };
    const text = 'a\n“ü”\ud83d\ude00'.repeat(200_000);
    for (const body of [
      { name: 'x', text, more: { text: 'its own' } },
      { text, name: 'x' },
      { name: ['x'], text: 'short' },
    ]) {
      const packed = new PackedText();
      const value = await readJson(pieces(JSON.stringify(body)), 1e9, { longText: { field: 'text', packed } });
      const isPacked = body.text === text;
      expect(value).toEqual(isPacked ? { ...body, text: '' } : body);
      let found = '';
      for await (const some of packed) found += some;
      expect(found === (isPacked ? text : '')).toBe(true);
    }
  });

  it('that is long is refused by its first wrong item, in whatever list of it that is', async () => {
    const wrong = Array.from({ length: 5_000 }, () => ({ type: 'nothing' }));
    const bodies = [
      ['parts.1', { parts: [{ type: 'text', text: '' }, ...wrong] }],
      ['parts.0.output.0', { parts: [{ type: 'tool-result', id: 'x', output: wrong }] }],
      ['attachments.0.name', { attachments: wrong }],
    ] as const;
    for (const [field, body] of bodies) {
      const refused = await readJson(request(JSON.stringify(body)), 1e9, api.turns.send).catch((error) => error);
      expect(refused.facts.problems[0].field.startsWith(field)).toBe(true);
      expect(refused.facts.problems.length).toBeLessThan(5);
    }
  });

  it('has no more items in its lists than are checked and stored in a moment', async () => {
    const parts = (count: number) => Array.from({ length: count }, () => ({ type: 'text', text: 'x' }));
    const result = { type: 'tool-result', id: 'x', output: parts(20_000) };
    for (const [body, said] of [
      [{ parts: parts(30_001) }, /Lists hold 30,000 items at most/],
      [{ parts: [result, result] }, /Lists hold 30,000 items at most/],
      [{ parts: parts(29_000) }, null],
    ] as const) {
      const { problems = [] } = await readJson(request(JSON.stringify(body)), 1e9, api.turns.send).then(
        () => ({}) as { problems?: { message: string }[] },
        (error) => error.facts,
      );
      if (said === null) expect(problems).toEqual([]);
      else expect(problems[0]?.message).toMatch(said);
    }
  });

  it('has objects of some thousand fields at most', async () => {
    const fields = (count: number) =>
      JSON.stringify({ input: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 0])) });
    await expect(readJson(request(fields(9_000)), 1e9)).resolves.toBeDefined();
    await expect(readJson(request(fields(11_000)), 1e9)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('that is long is looked at no further than the first item that is wrong', async () => {
    const long = await watchedApp();
    onTestFinished(() => long.close());
    const wrong = { role: 'user', parts: [{ type: 'nothing', text: 'x'.repeat(200) }] };
    const refused = await fetch(`${long.url}/api/sessions/a/entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', text: 'Hello' }, ...Array.from({ length: 900 }, () => wrong)] }),
    });
    const { problems } = (await refused.json()) as { problems: { field: string }[] };
    expect([refused.status, [...new Set(problems.map(({ field }) => field.split('.').slice(0, 2).join('.')))]]).toEqual([
      400,
      ['messages.1'],
    ]);
  });

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f_proto__":{"polluted":1}}',
    '{"__\\u0070roto__":1}',
  ])('cannot change what objects are made of: %s', async (text) => {
    await expect(readJson(request(text), 1e9)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('may speak of prototypes', async () => {
    await expect(readJson(request('{"text":"never merge __proto__"}'), 1e9)).resolves.toEqual({ text: 'never merge __proto__' });
  });

  it.each(['{', 'nope', '{"a":1}}', '\u0000'])('that is no JSON is refused: %j', async (text) => {
    expect(await problem(await post('/api/sessions', text))).toMatchObject({ status: 400, code: 'invalid-request' });
  });

  it('with fields nobody knows is refused by name', async () => {
    const response = await post('/api/sessions', '{"titel":"x","kind":"shop"}');
    const told = (await response.json()) as { problems: { field: string }[]; todo: string };
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(told.problems.map(({ field }) => field)).toContain('kind');
    expect(JSON.stringify(told)).toContain('titel');
    expect(told.todo).not.toBe('');
  });
});

describe('a body with more faults than anybody reads', () => {
  it.each([
    ['names', '/api/settled/find', { names: Array.from({ length: 5_000 }, () => 1) }],
    ['fields', '/api/settled/find', Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field ${n}`, 1]))],
    [
      'messages',
      '/api/sessions/x/entries',
      { messages: Array.from({ length: 1_000 }, () => ({ role: 'user', parts: manyParts })) },
    ],
    ['parts', '/api/sessions/x/entries', { messages: [{ role: 'user', parts: Array.from({ length: 20_000 }, () => ({})) }] }],
  ])('is refused in a few words: %s', async (_what, path, body) => {
    const roomy = await watchedApp();
    const response = await fetch(roomy.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const told = await response.text();
    await roomy.close();
    expect(response.status).toBe(400);
    expect(told.length).toBeLessThan(50_000);
    const { problems } = JSON.parse(told) as { problems: readonly unknown[] };
    expect(problems.length).toBeLessThanOrEqual(20);
  });
});

describe('a query', () => {
  it('is checked too', async () => {
    const response = await fetch(`${server.url}/api/sessions/x/entries?limit=-3`);
    expect(await problem(response)).toMatchObject({ status: 400, code: 'invalid-request' });
  });
});

describe('rates', () => {
  it('bound what is expensive by address, and say when to come back', async () => {
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await post('/api/sessions/x/condense', '{}'));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 429, 429]);
    expect(Number(answers[4]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/api/strategies`)).status).toBe(200);
  });

  it('never let more through than burst and time allow', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
        (burst, perSecond, gaps) => {
          let now = 0;
          let passed = 0;
          const bucket = bucketOf({ burst, perSecond }, () => now);
          for (const gap of gaps) {
            now += gap;
            try {
              bucket.take('a');
              passed++;
            } catch {}
          }
          expect(passed).toBeLessThanOrEqual(burst + (now / 1000) * perSecond + 1e-6);
          if (gaps.length <= burst) expect(passed).toBe(gaps.length);
        },
      ),
    );
  });

  it('slow down guessing of a token, and a right one is told apart from a wrong one by nothing', async () => {
    const token = 'a-long-random-token-for-tests';
    // However slow the machine, none comes back meanwhile.
    const guarded = await watchedApp({ token, limits: { ...LIMITS, guesses: { burst: 10, perSecond: 0.001 } } });
    const show = async (shown: string) => {
      const answer = await fetch(`${guarded.url}/api/sessions`, { headers: { authorization: `Bearer ${shown}` } });
      return { status: answer.status, text: await answer.text(), wait: Number(answer.headers.get('retry-after')) };
    };
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await show(`guess-${n}`)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const [before, right, after] = [await show('guess-12'), await show(token), await show('guess-13')];
    const saysOf = ({ status, text, wait }: typeof right) => [status, text.replaceAll(`${wait}`, 'WAIT')];
    expect([saysOf(before), saysOf(after)]).toEqual([saysOf(right), saysOf(right)]);
    expect(right.status).toBe(429);
    // Seconds pass.
    expect([before.wait, right.wait, after.wait]).toEqual([before.wait, right.wait, after.wait].toSorted((a, b) => b - a));
    expect(right.wait).toBeGreaterThan(0);
    await guarded.close();
  });

  it('have those pay back later that were let through at once', () => {
    let now = 0;
    const bucket = bucketOf({ burst: 5, perSecond: 0.5 }, () => now);
    for (let n = 0; n < 20; n++) bucket.take('a', 0);
    for (let n = 0; n < 20; n++) bucket.count('a');
    now = 31_000;
    expect(() => bucket.take('a', 0)).toThrow();
    now = 33_000;
    bucket.take('a', 0);
    bucket.take('b', 0);
  });

  it('take the same token, shown again and again, for one guess', async () => {
    const token = 'a-long-random-token-for-tests';
    const guarded = await watchedApp({ token });
    const show = async (shown: string) =>
      (await fetch(`${guarded.url}/api/strategies`, { headers: { authorization: `Bearer ${shown}` } })).status;
    for (let n = 0; n < 30; n++) expect(await show('of-another-server')).toBe(401);
    expect(await show(token)).toBe(200);
    await guarded.close();
  });

  it('take asking without any token for no guess', async () => {
    const guarded = await watchedApp({ token: 'a-long-random-token-for-tests' });
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await fetch(`${guarded.url}/api/sessions`)).status);
    expect(statuses).toEqual(Array(12).fill(401));
    await guarded.close();
  });
});

it('survives whatever is not HTTP', async () => {
  for (const bytes of [
    '\0\0\0\0',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    'POST /api/sessions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{',
  ])
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end(bytes));
      socket
        .on('error', () => {})
        .on('close', () => resolve())
        .resume();
    });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
