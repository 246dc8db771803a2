import type { JsonObject } from '@tenfold/core';
import { readRequest } from '@tenfold/dialects';
import { expect, it, onTestFinished } from 'vitest';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

const STEPS = 50;
const MODEL = 'claude-opus-5-5';

/** Where a client marks what is to be cached: Claude Code its last message, others the two newest of the user's. */
const marks = {
  'its last message': (body: string) => body,
  'the two newest messages of the user': (body: string) => {
    const request = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
    const users = request.messages.filter(({ role }) => role === 'user').slice(-2);
    for (const message of users) {
      const blocks = (
        typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
      ) as JsonObject[];
      message.content = blocks.map((block, at) =>
        at === blocks.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
      );
    }
    return JSON.stringify(request);
  },
};

/** The messages of a body as they stand in it, and all before them. */
function piecesOf(body: string) {
  const list = readRequest('anthropic', body)?.list();
  return { before: body.slice(0, list?.at ?? 0), texts: (list?.originals ?? []).map(({ text }) => text) };
}

const bare = (text: string) => text.replaceAll(',"cache_control":{"type":"ephemeral"}', '');

it.each(Object.entries(marks))(
  'a prefix that nothing changed goes out byte by byte the same, over restarts and beside another client (marks: %s)',
  async (_, mark) => {
    let step = 0;
    const gateway = await openGateway(
      {
        binds: true,
        answer: () => ({
          thinking: `Step ${step}.`,
          text: `Looking at ${step}.`,
          calls: [{ id: `toolu_${step}`, name: 'look', input: { step, path: 'é' } }],
        }),
      },
      { room: 10_000 },
    );
    onTestFinished(() => gateway.close());
    const runs = ['You are an agent.', 'You are a sub-agent.'].map((system) => {
      const client = claudeLike(system);
      client.user('Look at every part of the system.');
      return { client, sent: null as string | null, came: null as string | null, folds: 0, changes: 0 };
    });
    for (step = 0; step < 2 * STEPS; step++) {
      const run = runs[step % 2] as (typeof runs)[number];
      if (step % 11 === 10) await gateway.restart();
      const body = mark(run.client.body(MODEL));
      const answer = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', body });
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      const passed = gateway.traffic.get(answer.headers.get('x-tenfold-request-id') ?? '');
      const [sent, folds] = [passed?.bodies?.sent ?? '', passed?.request.folds ?? 0];
      if (run.sent !== null && run.came !== null && folds === run.folds) {
        const [now, then] = [piecesOf(sent), piecesOf(run.sent)];
        expect(now.before).toBe(then.before);
        // A list of one text becomes a string once its mark has moved on.
        const spelledAnew = new Set(
          piecesOf(run.came)
            .texts.filter((piece) => piece.includes('cache_control'))
            .map(plain),
        );
        expect(now.texts.slice(0, then.texts.length).map(plain)).toEqual(then.texts.map(plain));
        // Byte by byte, but where a mark stands or stood: those move on with what the client sends.
        const isMarked = (piece: string | undefined) => piece?.includes('cache_control');
        for (const [at, piece] of then.texts.entries())
          if (!isMarked(piece) && !isMarked(now.texts[at]) && !spelledAnew.has(plain(piece))) expect(now.texts[at]).toBe(piece);
      } else if (run.sent !== null) run.changes++;
      // No mark is lost, and none put where the API takes none.
      expect(sent.split('cache_control').length).toBe(body.split('cache_control').length);
      Object.assign(run, { sent, came: body, folds });
      run.client.say(blocksOf(text));
      run.client.result(`toolu_${step}`, resultOf(step, STEPS).text);
      if (step % 20 === 19) run.client.reminder(`Reminder ${step}.`);
    }
    expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    // Each change is a fold: one in three such steps fills the room.
    for (const { changes } of runs) expect([changes > 2, changes < STEPS / 2]).toEqual([true, true]);
  },
);

/** A message without its marks; a list of one text as that text. */
function plain(text: string): string {
  const { content, ...message } = JSON.parse(bare(text)) as { content: unknown };
  const [only, ...more] = Array.isArray(content) ? (content as readonly { type: string; text?: string }[]) : [];
  return JSON.stringify({ ...message, content: only?.type === 'text' && more.length === 0 ? only.text : content });
}
