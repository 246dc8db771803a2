import { type Message, messageText } from '@tenfold/core';
import { dialectOf } from '@tenfold/dialects';
import { describe, expect, it } from 'vitest';
import { talkWith } from '../testing/talk-with.ts';

const lastWords = (messages: readonly Message[]) => messageText(messages.at(-1) as Message);
/** Without the form of the wire, which is the sender's own. */
const said = (messages: readonly Message[]) => messages.map(({ role, parts }) => ({ role, parts }));

describe('requests that were sent', () => {
  it('can be seen again exactly, whatever was folded, undone or protected since', async () => {
    const { say, session, tenfold, fill, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => ({ text: 'Yes.' }) });
    await fill(6);
    const ask = (text: string) => say(session, text);
    await ask('One?');
    const job = await tenfold.folding.condense(session, { strategy: 'native', force: true });
    const { runId = '' } = (await tenfold.folding.finished(job.id)) ?? {};
    await ask('Two?');
    await tenfold.folding.undo(session, runId);
    const { entries } = await tenfold.sessions.entries(session);
    await tenfold.sessions.protect(session, entries[2]?.id ?? '', true);
    await ask('Three?');
    await ask('Four?');
    const { requests, before } = await tenfold.contexts.requests(session);
    expect(before).toBeNull();
    expect(requests.map(({ position }) => position)).toEqual([19, 17, 15, 13]);
    const pages = await Promise.all(requests.toReversed().map(({ answer }) => tenfold.contexts.sentFor(session, answer)));
    const arrived = upstream.seen.map(({ messages }) => messages).filter((messages) => lastWords(messages).endsWith('?'));
    const bodies = await Promise.all(requests.toReversed().map(({ answer }) => tenfold.contexts.wire(session, answer)));
    const built = bodies.map(({ dialect, body }) => dialectOf(dialect).decode(body).messages);
    expect(built.map(said)).toEqual(arrived.map(said));
    expect(pages.map(({ tokens }) => tokens)).toEqual(requests.toReversed().map(({ tokens }) => tokens));
    expect(pages.map(({ rows }) => rows.some(({ kind }) => kind === 'stand-in'))).toEqual([false, true, false, false]);
    expect(pages.every(({ frameChanged }) => !frameChanged)).toBe(true);
    expect(requests.every(({ cost, inputTokens }) => (cost ?? 0) > 0 && inputTokens !== null)).toBe(true);
  });

  it('are only those sent from here; others are refused with what to do', async () => {
    const { session, tenfold, fill } = await talkWith('openai', 'gpt-4o');
    await fill(2);
    expect(await tenfold.contexts.requests(session)).toEqual({ requests: [], before: null });
    const { entries } = await tenfold.sessions.entries(session);
    await expect(tenfold.contexts.sentFor(session, entries[1]?.id ?? '')).rejects.toThrowError(/was not written down/);
  });

  it('say where the system text is another one now', async () => {
    const { say, session, tenfold } = await talkWith('openai', 'gpt-4o', { answer: () => ({ text: 'Yes.' }) });
    await say(session, 'One?');
    await tenfold.sessions.update(session, { settings: { systemPrompt: 'Be short.' } });
    const { requests } = await tenfold.contexts.requests(session);
    expect((await tenfold.contexts.sentFor(session, requests[0]?.answer ?? '')).frameChanged).toBe(true);
  });
});
