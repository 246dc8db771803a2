import { describe, expect, it } from 'vitest';
import { NEVER } from '../../../../tests/upstream/upstream.ts';
import { answerOf, collected, outcomeOf, talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const PROVIDERS = [
  ['openai', 'gpt-4o'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['openai-compatible', 'llama3'],
] as const;

describe.each(PROVIDERS)('a turn with %s', (provider, model) => {
  it('stores what is said and answered, bills it and asks in the right form', async () => {
    const { say, session, tenfold, upstream } = await talkWith(provider, model, {
      answer: () => ({ text: 'Blue, as you said.' }),
    });
    const events = await say(session, 'My colour is blue. What is my colour?');
    expect(outcomeOf(events)).toBe('answered');
    expect(answerOf(events)).toBe('Blue, as you said.');
    expect(events.map(({ type }) => type).filter((type) => type !== 'text')).toEqual([
      'start',
      'entry',
      'status',
      'entry',
      'status',
      'done',
    ]);
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(entries[1]).toMatchObject({ model: `${provider}:${model}`, inputTokens: upstream.seen[0]?.tokens });
    expect(entries[1]?.parts).toEqual([{ type: 'text', text: 'Blue, as you said.' }]);
    expect(upstream.seen).toHaveLength(1);
    expect(upstream.seen[0]?.refused).toEqual([]);
    expect((await tenfold.sessions.get(session)).title).toBe('My colour is blue. What is my colour?');
  });

  it('lets the model recall and expand, one step after the other', async () => {
    let step = 0;
    const { say, session, upstream, tenfold } = await talkWith(provider, model, {
      answer: () => {
        step++;
        if (step === 2) return { calls: [{ id: 'call_1', name: 'recall', input: { query: 'harbour code' } }] };
        return { text: step === 1 ? 'Noted.' : 'It is 4711.' };
      },
    });
    await tenfold.sessions.update(session, { settings: { recallTools: 'on' } });
    await say(session, 'The harbour code is 4711.');
    const events = await say(session, 'What was it again?');
    expect(outcomeOf(events)).toBe('answered');
    const result = events.find((event) => event.type === 'tool-result');
    expect(result).toMatchObject({ name: 'recall', isError: false });
    expect(result?.type === 'tool-result' && result.output).toContain('The harbour code is 4711.');
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool', 'assistant']);
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  });

  it('folds and sends again what the model finds too long', async () => {
    const { say, session, upstream, tenfold, store } = await talkWith(provider, model, {
      answer: ({ messages }) => ({ text: `I saw ${messages.length} messages.` }),
    });
    for (let number = 0; number < 8; number++)
      await tenfold.sessions.append(session, {
        messages: [
          { role: 'user', text: talk(number) },
          { role: 'assistant', text: `Noted ${number}.` },
        ],
      });
    const { used } = await tenfold.contexts.status(session);
    upstream.faults.push('overflow');
    const events = await say(session, 'How many shelves are there?');
    expect(outcomeOf(events)).toBe('answered');
    expect(events.some((event) => event.type === 'warning' && event.code === 'overflow')).toBe(true);
    const [first, ...later] = upstream.seen.filter(
      ({ messages }) => messages.length > 2 || messages.some(({ role }) => role === 'assistant'),
    );
    expect(later.at(-1)?.tokens).toBeLessThan((first?.tokens ?? 0) * 0.7);
    expect((await tenfold.contexts.status(session)).used).toBeLessThan(used);
    expect(Math.max(...((await store.models.get(`${provider}:${model}`))?.bills ?? []))).toBeGreaterThan(1);
    expect(await tenfold.folding.runs(session)).toMatchObject([{ trigger: 'hard', outcome: 'done' }]);
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  });
});

describe('a turn', () => {
  it('with nothing to say is refused at once, not after what stands in line', async () => {
    const { say, session, tenfold, upstream } = await talkWith('openai', 'gpt-4o');
    upstream.always = 'hang';
    const first = say(session, 'Hello?');
    const refused = await say(session, '  ');
    expect(refused.map(({ type }) => type)).toEqual(['error', 'done']);
    expect(refused[0]).toMatchObject({ code: 'invalid-request' });
    await tenfold.turns.stop(session);
    expect(outcomeOf(await first)).toBe('stopped');
  });

  it('puts a summary where OpenAI takes a system message, and nowhere else', async () => {
    for (const [provider, model, role] of [
      ['openai', 'gpt-4o', 'summary'],
      ['anthropic', 'claude-sonnet-4-5', 'user'],
    ] as const) {
      const { say, session, tenfold, upstream } = await talkWith(provider, model, {
        answer: () => ({ text: '## Context\nShelves were counted.' }),
      });
      for (let number = 0; number < 10; number++)
        await tenfold.sessions.append(session, {
          messages: [
            { role: 'user', text: talk(number) },
            { role: 'assistant', text: 'Noted.' },
          ],
        });
      const job = await tenfold.folding.condense(session);
      expect((await tenfold.folding.finished(job.id)).state).toBe('done');
      await say(session, 'Go on.');
      const sent = upstream.seen.at(-1);
      const place = sent?.messages.find(({ parts }) =>
        parts.some((part) => part.type === 'text' && part.text.includes('[Compressed Message Summary]')),
      );
      expect(place?.role === 'system' ? 'summary' : place?.role).toBe(role);
      expect(sent?.system ?? '').not.toContain('[Compressed Message Summary]');
    }
  });

  it('keeps what has come when it is stopped', async () => {
    const { session, tenfold, upstream, store } = await talkWith('openai', 'gpt-4o', {
      answer: () => ({ text: 'one two three four five six seven eight nine ten' }),
    });
    upstream.faults.push({ drip: 30, until: NEVER });
    const events = [];
    for await (const event of tenfold.turns.send(session, { text: 'Count.' })) {
      events.push(event);
      if (answerOf(events).includes('three') && events.at(-1)?.type === 'text') void tenfold.turns.stop(session);
    }
    expect(outcomeOf(events)).toBe('stopped');
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({ aborted: true });
    expect(JSON.stringify(entries[1]?.parts)).toContain('one two three');
    expect(await store.pending.list()).toEqual([]);
    expect(await tenfold.turns.stop(session)).toBe(false);
  });

  it('stops when its reader leaves', async () => {
    const { session, tenfold, upstream, store } = await talkWith('openai', 'gpt-4o', {
      answer: () => ({ text: 'one two three four five six' }),
    });
    upstream.faults.push({ drip: 30, until: NEVER });
    for await (const event of tenfold.turns.send(session, { text: 'Count.' })) if (event.type === 'text') break;
    await tenfold.turns.stop(session);
    expect(await store.pending.list()).toEqual([]);
    expect((await tenfold.sessions.entries(session)).entries.at(-1)).toMatchObject({ aborted: true });
  });

  it('answers again, or something else, on a branch of its own', async () => {
    let number = 0;
    const { say, session, tenfold } = await talkWith('openai', 'gpt-4o', { answer: () => ({ text: `Answer ${++number}.` }) });
    await say(session, 'First question');
    const [question] = (await tenfold.sessions.entries(session)).entries;
    const again = await collected(tenfold.turns.send(session, { regenerate: true }));
    expect(answerOf(again)).toBe('Answer 2.');
    const edited = await say(session, 'Another question', { parent: null });
    expect(answerOf(edited)).toBe('Answer 3.');
    const { branches } = await tenfold.sessions.branches(session);
    expect(branches.map(({ entries }) => entries)).toEqual([2, 2, 2]);
    expect(branches.filter(({ current }) => current)).toHaveLength(1);
    const now = (await tenfold.sessions.entries(session)).entries;
    expect(now[0]?.parts).toEqual([{ type: 'text', text: 'Another question' }]);
    await tenfold.sessions.switchBranch(session, 'main');
    expect((await tenfold.sessions.entries(session)).entries[0]?.id).toBe(question?.id);
  });

  it('answers a repeated key once', async () => {
    const { say, session, upstream, tenfold } = await talkWith('openai', 'gpt-4o');
    const request = { idempotencyKey: 'k1' };
    const [first, second] = await Promise.all([say(session, 'Once, please', request), say(session, 'Once, please', request)]);
    expect([outcomeOf(first), outcomeOf(second)]).toEqual(['answered', 'answered']);
    expect(upstream.seen).toHaveLength(1);
    expect((await tenfold.sessions.entries(session)).total).toBe(2);
    expect(second.filter(({ type }) => type === 'entry')).toHaveLength(2);
  });

  it('tells the losing writer and keeps its text', async () => {
    const { say, session, tenfold, store, upstream } = await talkWith('openai', 'gpt-4o');
    const { version } = await tenfold.sessions.append(session, { messages: [{ role: 'user', text: 'From the other tab' }] });
    const events = await say(session, 'My own words', { expect: version - 1 });
    expect(outcomeOf(events)).toBe('failed');
    const error = events.find((event) => event.type === 'error');
    expect(error).toMatchObject({ code: 'conflict' });
    const [revision] = await store.revisions.list(session);
    expect(JSON.stringify(revision?.content)).toContain('My own words');
    expect(upstream.seen).toHaveLength(0);
  });

  it('runs tools of the app and goes on when one fails', async () => {
    let step = 0;
    const upstreamAnswer = () => {
      step++;
      if (step === 1)
        return {
          calls: [
            { id: 'a', name: 'weather', input: { city: 'Oslo' } },
            { id: 'b', name: 'broken', input: {} },
          ],
        };
      return { text: 'It rains.' };
    };
    const tools = [
      {
        name: 'weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
        run: async (input: unknown) => `rain in ${(input as { city: string }).city}`,
      },
      { name: 'broken', run: () => Promise.reject(new Error('no line')) },
    ];
    const { say, session, upstream } = await talkWith(
      'anthropic',
      'claude-sonnet-4-5',
      { answer: upstreamAnswer },
      { options: { tools } },
    );
    const events = await say(session, 'Weather?');
    expect(outcomeOf(events)).toBe('answered');
    const results = events.filter((event) => event.type === 'tool-result');
    expect(results.map(({ output, isError }) => [output, isError])).toEqual([
      ['rain in Oslo', false],
      ['The tool failed: no line', true],
    ]);
    expect(upstream.seen[1]?.refused).toEqual([]);
  });

  it('sends a file along with the words', async () => {
    const { session, tenfold, upstream } = await talkWith('anthropic', 'claude-sonnet-4-5');
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await collected(
      tenfold.turns.send(session, {
        text: 'Look',
        attachments: [{ name: 'dot.png', mediaType: 'image/png', bytes: 70, dataUrl: `data:image/png;base64,${png}` }],
      }),
    );
    expect(upstream.seen[0]?.messages[0]?.parts.map(({ type }) => type)).toEqual(['text', 'attachment']);
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries[0]?.parts[1]).toMatchObject({ type: 'attachment', name: 'dot.png', image: { width: 1, height: 1 } });
  });

  it.each([
    ['openai', 'gpt-4o', 'note.txt', 'text/plain'],
    ['openai', 'gpt-4o', 'data.csv', 'text/csv'],
    ['openai', 'gpt-4o', 'run.py', 'application/octet-stream'],
    ['anthropic', 'claude-sonnet-4-5', 'data.json', 'application/json'],
    ['google', 'gemini-2.5-flash', 'index.ts', 'video/mp2t'],
    ['openai-compatible', 'llama3', 'data.json', 'application/json'],
  ])(
    '[A1] %s %s gets %s as text: counted, searched, with name, type and size before it',
    async (provider, model, name, mediaType) => {
      const { session, tenfold, upstream, say } = await talkWith(provider, model);
      const text = 'the gate opens at quarter past nine\n'.repeat(200);
      const dataUrl = `data:${mediaType};base64,${Buffer.from(text).toString('base64')}`;
      const attachments = [{ name, mediaType, bytes: text.length, dataUrl }];
      expect(outcomeOf(await say(session, 'Read this.', { attachments }))).toBe('answered');
      expect(JSON.stringify(upstream.seen[0]?.body)).toContain(`[File ${name} (${mediaType}, ${text.length} bytes)]`);
      expect((await tenfold.contexts.status(session)).used).toBeGreaterThan(1_400);
      expect(outcomeOf(await say(session, 'And again.'))).toBe('answered');
      expect(await tenfold.recall.search('quarter past nine', { session })).not.toHaveLength(0);
    },
  );

  it('[A1] refuses a file the model does not take, says why, and stores nothing', async () => {
    const { session, tenfold, say } = await talkWith('openai', 'gpt-4o');
    const dataUrl = `data:application/zip;base64,${Buffer.from([80, 75, 3, 4, 255, 0]).toString('base64')}`;
    const attachments = [{ name: 'all.zip', mediaType: 'application/zip', bytes: 6, dataUrl }];
    const events = await say(session, 'Read this.', { attachments });
    expect(events[0]).toMatchObject({
      type: 'error',
      code: 'invalid-request',
      message: expect.stringMatching(/all\.zip .* cannot be sent to this model\. It takes images/),
    });
    expect((await tenfold.sessions.entries(session)).total).toBe(0);
    expect(outcomeOf(await say(session, 'Without it.'))).toBe('answered');
  });

  it('[A2] counts and sends text files of a conversation that was stored with them', async () => {
    const { session, store, tenfold, upstream, say } = await talkWith('openai', 'gpt-4o');
    const source = { type: 'base64', data: Buffer.from('a,b\n1,2').toString('base64') };
    const file = { type: 'attachment', mediaType: 'text/csv', name: 'old.csv', bytes: 7, source } as const;
    const zip = { ...file, mediaType: 'application/zip', source: { type: 'base64', data: '/w==' } } as const;
    const long = { ...file, source: { ...source, data: Buffer.from('a,b\n1,2\n'.repeat(400)).toString('base64') } };
    await store.entries.append({ session, entries: [{ message: { role: 'user', parts: [file, long, zip] } }], at: 1 });
    expect((await tenfold.contexts.status(session)).used).toBeGreaterThan(2_000);
    expect(outcomeOf(await say(session, 'Go on.'))).toBe('answered');
    expect(JSON.stringify(upstream.seen[0]?.body)).toContain('a,b\\n1,2');
  });

  it('refuses to send nothing', async () => {
    const { say, session, tenfold } = await talkWith('openai', 'gpt-4o');
    const events = await say(session, '   ');
    expect(events.find((event) => event.type === 'error')).toMatchObject({ code: 'invalid-request' });
    expect((await tenfold.sessions.entries(session)).total).toBe(0);
  });

  it('[A3] learns nothing from the bill of a file, whose size is only guessed', async () => {
    const { say, session, store } = await talkWith('anthropic', 'claude-sonnet-4-5', { factor: 1.2 });
    const pdf = { name: 'a.pdf', mediaType: 'application/pdf', bytes: 9, dataUrl: 'data:application/pdf;base64,JVBERi0xLjQ=' };
    await say(session, talk(1), { attachments: [pdf] });
    for (const turn of [2, 3]) await say(session, talk(turn));
    expect((await store.models.get('anthropic:claude-sonnet-4-5'))?.bills).toEqual([]);
  });

  it('asks for no longer an answer than is kept free, by session before profile before model', async () => {
    const { say, session, tenfold, upstream, profile } = await talkWith('anthropic', 'claude-sonnet-4-5');
    const room = async () => (await tenfold.contexts.status(session)).room;
    const whole = await room();
    await tenfold.models.update('anthropic:claude-sonnet-4-5', { answerTokens: 8_000 });
    expect((await room()) - whole).toBe(56_000);
    await tenfold.profiles.update(profile, { thresholds: { answerTokens: 4_000 } });
    await say(session, 'One.');
    await tenfold.sessions.update(session, { settings: { answerTokens: 900 } });
    await say(session, 'Two.');
    expect(upstream.seen.map(({ body }) => body.max_tokens)).toEqual([4_000, 900]);
    expect((await tenfold.contexts.status(session)).answerTokens).toEqual({ value: 900, from: 'session' });
  });

  it('learns from bills how a model counts', async () => {
    const { say, session, store, tenfold } = await talkWith('anthropic', 'claude-sonnet-4-5', { factor: 1.2 });
    const before = await tenfold.contexts.status(session);
    for (const turn of [1, 2, 3]) await say(session, talk(turn));
    const row = await store.models.get('anthropic:claude-sonnet-4-5');
    expect(row?.bills).toHaveLength(3);
    for (const ratio of row?.bills ?? []) expect(ratio).toBeCloseTo(1.2, 1);
    const after = await tenfold.contexts.status(session);
    expect(after.room).toBeGreaterThan(before.room);
  });
});
