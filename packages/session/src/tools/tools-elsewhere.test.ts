import { expect, it, onTestFinished } from 'vitest';
import { birdsOverHttp } from '../../../../tests/tools/bird-server.ts';
import type { Asked, Manner } from '../../../../tests/upstream/upstream.ts';
import { answerOf, collected, outcomeOf } from '../testing/bench.ts';
import { twoProcesses } from '../testing/two-processes.ts';

const LOOK_UP = 'mcp__birds__look_up';
const EVERYWHERE = { everywhere: true, profiles: [], projects: [] };

/** Calls the tool where it is offered, and tells what came of it. */
const curious: Manner = {
  answer: ({ messages, body }) => {
    const last = messages.at(-1)?.parts[0];
    if (last?.type === 'tool-result') return { text: `It says: ${String(last.output).slice(0, 60)}` };
    if (!namesIn(body).includes(LOOK_UP)) return { text: 'There is no such tool.' };
    return { calls: [{ id: `call_${messages.length}`, name: LOOK_UP, input: { name: 'kestrel' } }] };
  },
};

function namesIn(body: Asked['body']): readonly unknown[] {
  const tools = (body.tools ?? []) as readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
  return tools.map((tool) => tool.name ?? tool.function?.name);
}

async function twoWithBirds() {
  const birds = await birdsOverHttp();
  onTestFinished(() => birds.close());
  const two = await twoProcesses(curious);
  const { id } = await two.tenfold.toolServers.add({ name: 'Birds', url: birds.url });
  return { ...two, id };
}

it('a tool server that one process added is changed, offered, forbidden and removed by any', async () => {
  const { tenfold, there, session, id } = await twoWithBirds();
  const ask = async () => answerOf(await collected(there.turns.send(session, { text: 'What is a kestrel?' })));
  await there.toolServers.update(id, { on: EVERYWHERE, approval: 'always' });
  expect(await ask()).toContain('A kestrel has 2 wings');
  await tenfold.toolServers.update(id, { tools: { look_up: 'never' } });
  expect(await ask()).toBe('There is no such tool.');
  await tenfold.toolServers.update(id, { tools: { look_up: null } });
  expect(await ask()).toContain('A kestrel has 2 wings');
  // Both change it at once, and neither loses what the other said.
  await Promise.all([
    tenfold.toolServers.update(id, { tools: { look_up: 'ask' } }),
    there.toolServers.update(id, { tools: { release_all: 'never' } }),
  ]);
  const [both] = await there.toolServers.list();
  expect(both?.tools.map(({ approval }) => approval)).toEqual(['ask', 'never']);
  await tenfold.toolServers.remove(id);
  expect(await ask()).toBe('There is no such tool.');
  await expect(there.toolServers.update(id, { name: 'Gone' })).rejects.toMatchObject({ name: 'NotFound' });
});

it('a call that waits is shown and decided by any process, once', async () => {
  const { tenfold, there, session, id, store } = await twoWithBirds();
  await tenfold.toolServers.update(id, { on: EVERYWHERE });
  const turn = collected(tenfold.turns.send(session, { text: 'What is a kestrel?' }));
  await expect.poll(() => there.toolServers.waiting(session)).toMatchObject([{ server: 'Birds', tool: 'look_up' }]);
  const [call] = await there.toolServers.waiting(session);
  const decide = (at: typeof there) => at.toolServers.decide(session, call?.id ?? '', { allow: true, remember: true });
  const outcomes = await Promise.allSettled([decide(there), decide(tenfold)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const events = await turn;
  expect(outcomeOf(events)).toBe('answered');
  expect(answerOf(events)).toContain('A kestrel has 2 wings');
  expect(await tenfold.toolServers.waiting(session)).toEqual([]);
  expect(await store.jobs.list({ session, kind: 'approval' })).toEqual([]);
  // What was remembered holds there too.
  expect(answerOf(await collected(there.turns.send(session, { text: 'And again?' })))).toContain('A kestrel has 2 wings');
});

it('a call whose turn another process stops waits no longer', async () => {
  const { tenfold, there, session, id } = await twoWithBirds();
  await tenfold.toolServers.update(id, { on: EVERYWHERE });
  const turn = collected(tenfold.turns.send(session, { text: 'What is a kestrel?' }));
  await expect.poll(async () => (await there.toolServers.waiting(session)).length).toBe(1);
  expect(await there.turns.stop(session)).toBe(true);
  expect(outcomeOf(await turn)).toBe('stopped');
  await expect.poll(() => there.toolServers.waiting(session)).toEqual([]);
});
