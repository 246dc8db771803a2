import { budgetFor, conversationOf, counterFor, type Message, project, textMessage, transcriptOf } from '@tenfold/core';
import { expect, it } from 'vitest';
import { talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';
import { measure } from './status.ts';

it('counts a context once for all that ask how full it is, and anew by another counter or budget', () => {
  const view = project(conversationOf(transcriptOf([textMessage('user', 'Hello'), textMessage('assistant', 'Hi')])));
  const counter = counterFor('gpt-4o');
  let asked = 0;
  const message = (one: Message) => {
    asked++;
    return counter.message(one);
  };
  const [count, other] = [
    { ...counter, message },
    { ...counter, message },
  ];
  const [budget, larger] = [budgetFor('openai:gpt-4o'), budgetFor('openai:gpt-4.1')];
  const first = measure({ opened: { view }, choices: { count, budget } });
  expect([measure({ opened: { view }, choices: { count, budget } }), asked]).toEqual([first, 2]);
  expect(measure({ opened: { view }, choices: { count, budget: larger } }).room).toBe(larger.room);
  measure({ opened: { view }, choices: { count: other, budget: larger } });
  expect(asked).toBe(6);
});

it('lists every session as full as its status says, whatever has happened to it', async () => {
  const { tenfold, session, say, fill, store } = await talkWith('openai', 'gpt-4o');
  const { id: other } = await tenfold.sessions.create({});
  const agrees = async () => {
    for (const listed of (await tenfold.sessions.list({ status: true })).sessions) {
      const { used, room, percent, level } = await tenfold.contexts.status(listed.id);
      expect(listed.status).toEqual({ used, room, percent, level });
      const { lastEvent: _, ...one } = await tenfold.sessions.get(listed.id);
      expect(one).toEqual(listed);
    }
  };
  const counted = async () => (await store.sessions.open(session)).used !== null;
  await agrees();
  await tenfold.sessions.append(other, { messages: [{ role: 'user', text: talk(1) }] });
  await agrees();
  await say(session, 'What is the sky like?');
  expect(await counted()).toBe(true);
  await agrees();
  await fill(6);
  expect(await counted()).toBe(true);
  const job = await tenfold.folding.condense(session, { force: true, retainTokens: 200 });
  await tenfold.folding.finished(job.id);
  await agrees();
  const [run] = await tenfold.folding.runs(session);
  const { entries } = await tenfold.sessions.entries(session);
  await tenfold.sessions.protect(session, entries[0]?.id ?? '', true);
  await agrees();
  await tenfold.folding.undo(session, run?.id ?? '');
  await agrees();
  await tenfold.settings.change({ systemPrompt: 'Be brief.' });
  await agrees();
  await tenfold.sessions.update(session, { settings: { hard: 50 } });
  await agrees();
  await say(session, 'And at night?', { parent: entries[1]?.id ?? null });
  await agrees();
});
