import { setTimeout as pause } from 'node:timers/promises';
import { generateTranscript } from '@tenfold/core/testing';
import { clientOf, type Problem } from '../../packages/server/src/testing/client.ts';
import type { Asked, Upstream } from '../upstream/upstream.ts';
import type { Said } from '../upstream/wire.ts';

type Client = ReturnType<typeof clientOf>;

/** Keys of the profiles in a home, by name: what they are sealed from must come out again. */
export const KEYS: Readonly<Record<string, string>> = {
  'Main model': 'sk-main-not-a-real-key-0001',
  Thinker: 'sk-ant-thinker-not-a-real-key-0002',
  Local: 'local-not-a-real-key-0003',
};

/** Fills a fresh home over HTTP with something of every kind, as the API of 40feb6b takes it. */
export async function fillHome(url: string, upstream: Upstream): Promise<void> {
  const client = clientOf(url);
  upstream.manner = { answer };
  const profiles = await addProfiles(client, upstream);
  const projects = await addProjects(client);
  await addWays(client);
  await talk(client, profiles.main, projects.tower);
  await think(client, profiles.thinker, projects.tower);
  // A session may be folded once in 30 seconds: they wait for that together.
  const ways = ['native', 'lossless', 'truncation', 'smart'].map((strategy, seed) =>
    foldBy(client, strategy, 40 + seed, profiles.main),
  );
  await Promise.all([...ways, foldInParts(client, profiles.main)]);
  await importFiles(client);
  await setEverything(client, profiles);
}

/** Leaves an answer half written and a message in line behind it: the server is to be killed now. */
export async function leaveUnfinished(url: string, upstream: Upstream): Promise<void> {
  const client = clientOf(url);
  const session = await newSession(client, { title: 'Cut off in the middle' });
  await client.say(session, { text: 'Begin with the harbor.', idempotencyKey: 'cut-1' });
  upstream.manner = { answer: () => ({ text: 'The harbor was dredged in the spring. '.repeat(200) }) };
  upstream.faults.push({ drip: 20 });
  void client.say(session, { text: 'Tell me all of it.', idempotencyKey: 'cut-2' }).catch(() => undefined);
  await until(async () => upstream.open > 0);
  void client.say(session, { text: 'And then the lighthouse.', idempotencyKey: 'cut-3' }).catch(() => undefined);
  await until(async () => (await client.get(`/api/sessions/${session}/queue`)).messages.length > 0);
  await pause(1_500);
}

/** A model that answers the same to the same. */
function answer({ messages, system, dialect }: Asked): Said {
  const asked = JSON.stringify(messages.at(-1));
  if (/summar/i.test(system ?? '') || /<conversation|conversation_history|summar/i.test(asked)) return { text: SUMMARY };
  const text = `Noted (${messages.length}): the ferry leaves at 07:40 from pier ${(messages.length % 7) + 1}.`;
  return dialect === 'anthropic'
    ? { thinking: `They ask about step ${messages.length}.`, signature: 'c2lnbmVk', text }
    : { text };
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const SUMMARY = [
  '## Goal\nPlan the crossing and keep the ledger in src/ledger.ts.',
  '## Decisions\n- Use pier 4, not pier 2.\n- Keep amounts in cents.',
  '## Open\n- The lighthouse is not booked yet.',
].join('\n\n');

async function addProfiles(client: Client, upstream: Upstream) {
  const add = async (wish: object): Promise<string> => (await client.post('/api/profiles', wish)).id;
  await client.post('/api/models', {
    id: 'openai-compatible:harbor-model',
    contextWindow: 48_000,
    maxOutputTokens: 4_000,
    threshold: 60,
    retentionTokens: 900,
  });
  return {
    main: await add({
      name: 'Main model',
      provider: 'openai',
      model: 'gpt-4o',
      baseUrl: upstream.url('openai'),
      key: KEYS['Main model'],
      inputPrice: 2.5,
      outputPrice: 10,
      cacheReadsPrice: 1.25,
      cacheWritesPrice: 0,
      contextWindow: 32_000,
      maxOutputTokens: 2_000,
    }),
    thinker: await add({
      name: 'Thinker',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      baseUrl: upstream.url('anthropic'),
      key: KEYS.Thinker,
      supportsPromptCache: true,
      thresholds: { soft: 65, hard: 90, retention: 1_500 },
    }),
    local: await add({
      name: 'Local',
      provider: 'openai-compatible',
      model: 'harbor-model',
      baseUrl: upstream.url('openai'),
      key: KEYS.Local,
      thresholds: { soft: 'off', hard: 'inherit', retention: 'inherit' },
      customPrompt: 'Keep names and times.\n{conversation_history}',
      options: { apiVersion: '2024-10-21' },
    }),
    keyless: await add({ name: 'Without a key', provider: 'google', model: 'gemini-2.5-flash' }),
  };
}

async function addProjects(client: Client) {
  const { id: tower } = await client.post('/api/projects', { name: 'Tower', strategy: 'lossless' });
  const { id: gone } = await client.post('/api/projects', { name: 'Given up' });
  await client.post('/api/projects', { name: 'Ünïcode 東京' });
  await client.delete(`/api/projects/${gone}`);
  return { tower };
}

/** A preset of one's own and settings of strategies. */
async function addWays(client: Client): Promise<void> {
  const { presets } = await client.get('/api/presets');
  const smart = presets.find(({ strategy }: { strategy: string }) => strategy === 'smart');
  await client.post('/api/presets', {
    name: 'Harbor way',
    description: 'As we fold at the harbor.',
    strategy: 'smart',
    config: smart.config,
  });
  for (const { id } of (await client.get('/api/strategies')).strategies) {
    const { config } = await client.get(`/api/strategies/${id}/config`);
    await client.put(`/api/strategies/${id}/config`, { config });
  }
}

/** A chat with a file, an edit, a second answer, a checkpoint that was gone back to, and a branch that is not the newest. */
async function talk(client: Client, profileId: string, projectId: string): Promise<void> {
  const session = await newSession(client, { title: 'The crossing', profileId, projectId, strategy: 'truncation' });
  const at = `/api/sessions/${session}`;
  await client.say(session, {
    text: 'Which pier do we take?',
    idempotencyKey: 'first',
    attachments: [{ name: 'berths.png', mediaType: 'image/png', bytes: 70, dataUrl: `data:image/png;base64,${PIXEL}` }],
  });
  await client.say(session, { text: 'And the return?', idempotencyKey: 'second' });
  await client.post(`${at}/checkpoints`, { label: 'Before the edit' });
  const { entries } = await client.get(`${at}/entries`);
  await client.say(session, { text: 'And the return, by night?', parent: entries[1].id, idempotencyKey: 'edited' });
  await client.say(session, { regenerate: true, parent: (await client.get(`${at}/entries`)).entries.at(-2).id });
  await client.post(`${at}/commands`, { line: '/save-progress "Two answers"' });
  const { checkpoints } = await client.get(`${at}/checkpoints`);
  const before = checkpoints.find(({ label }: { label: string }) => label === 'Before the edit');
  await client.post(`${at}/restore`, { checkpoint: before.id, confirmModel: true });
  await client.say(session, { text: 'We decided: pier 4 it is, by ferry.', idempotencyKey: 'after restoring' });
  const { branches } = await client.get(`${at}/branches`);
  await client.put(`${at}/head`, { branch: branches.at(-1).name });
  await client.patch(at, {
    settings: { soft: 70, retention: 400, summaryRole: 'user', systemPrompt: 'You are a harbor master.' },
  });
}

/** Thinking that is signed, and a session that is put away. */
async function think(client: Client, profileId: string, projectId: string): Promise<void> {
  const session = await newSession(client, { title: 'Thought over', kind: 'knowledge-officer', profileId, projectId });
  for (const text of ['What are the tides?', 'And at noon?', '東京の時刻は？ 🌊'])
    await client.say(session, { text, idempotencyKey: text });
  await client.patch(`/api/sessions/${session}`, { archived: true });
}

/** A transcript of an agent with a protected entry: folded, undone, folded again, rated, and gone on with. */
async function foldBy(client: Client, strategy: string, seed: number, profileId: string): Promise<void> {
  const session = await newSession(client, { title: `Folded by ${strategy}`, profileId, strategy });
  const at = `/api/sessions/${session}`;
  const { messages } = generateTranscript({ seed, messages: 60, hazards: [] });
  await client.post(`${at}/entries`, {
    messages: messages.map(({ role, parts }) => ({ role, parts })),
    idempotencyKey: `agent ${strategy}`,
  });
  const { entries } = await client.get(`${at}/entries?limit=500`);
  const kept = entries.find(({ role, position }: { role: string; position: number }) => role === 'user' && position > 6);
  await client.put(`${at}/entries/${kept.id}/protected`, { protected: true });
  await client.delete(`${at}/condensations/${await fold(client, session)}`);
  await client.patch(`${at}/condensations/${await fold(client, session)}`, { rating: 4 });
  await client.say(session, { text: `Go on after ${strategy}.`, idempotencyKey: `on ${strategy}` });
}

/** Folds that were edited, written again and dropped singly; and what another session is told of them. */
async function foldInParts(client: Client, profileId: string): Promise<void> {
  const session = await newSession(client, { title: 'Folded in parts', profileId });
  const at = `/api/sessions/${session}`;
  const { messages } = generateTranscript({ seed: 77, messages: 80, hazards: [] });
  await client.post(`${at}/entries`, { messages: messages.map(({ role, parts }) => ({ role, parts })) });
  const { entries } = await client.get(`${at}/entries?limit=500`);
  const middle = entries.filter(({ role }: { role: string }) => role === 'user')[3];
  if (middle !== undefined) await fold(client, session, { upTo: middle.id, force: true, retainTokens: 0 });
  await fold(client, session, { strategy: 'lossless', force: true });
  await fold(client, session, { strategy: 'truncation', target: 2_000, force: true });
  const summaries = () =>
    client
      .get(`${at}/folds`)
      .then(({ folds }) =>
        folds.filter(
          (one: { kind: string; active: boolean; covered: boolean }) => one.kind === 'summary' && one.active && !one.covered,
        ),
      );
  const [summary] = await summaries();
  if (summary !== undefined) await client.patch(`${at}/folds/${summary.id}`, { text: `${SUMMARY}\n\n- Edited by hand.` });
  const { folds } = await client.get(`${at}/folds`);
  const single = folds.find(
    (one: { kind: string; active: boolean; covered: boolean }) => one.kind !== 'summary' && one.active && !one.covered,
  );
  if (single !== undefined) await client.delete(`${at}/folds/${single.id}`).catch(() => undefined);
  const other = await newSession(client, { title: 'Told by another', profileId });
  await client.post(`/api/sessions/${other}/memories`, { from: session });
  await client.say(other, { text: 'What do you know?', idempotencyKey: 'told' });
}

async function importFiles(client: Client): Promise<void> {
  const chat = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How deep is the basin?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'sound', arguments: '{"at":"basin"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"meters": 11.4}' },
    { role: 'assistant', content: 'It is 11.4 meters deep.' },
  ];
  await client.post('/api/import', { name: 'basin.json', text: JSON.stringify({ model: 'gpt-4o', messages: chat }) });
  await client.post('/api/import', { name: 'basin.jsonl', text: chat.map((message) => `${JSON.stringify(message)}\n`).join('') });
}

/** Every setting there is, none as it would be by itself. */
async function setEverything(client: Client, profiles: { main: string; thinker: string }): Promise<void> {
  const { presets } = await client.get('/api/presets');
  const own = presets.find(({ builtIn }: { builtIn: boolean }) => !builtIn);
  await client.put('/api/settings', {
    soft: 75,
    hard: 92,
    retention: 1_200,
    goal: 45,
    minimum: 25,
    floor: 1_500,
    strategy: 'smart',
    onFailure: 'ask',
    foldOnArrival: true,
    expectedTurns: 33,
    profile: profiles.main,
    condensingProfile: profiles.thinker,
    fast: true,
    customPrompt: 'Names, times and numbers first.\n{conversation_history}',
    summaryRole: 'user',
    systemPrompt: 'Answer in one sentence.',
    recallTools: 'on',
    answerTimeout: 90,
    checkpointDays: 3_650,
    checkpointsPerSession: 40,
    notifications: false,
  });
  const session = await newSession(client, { title: 'Settings of its own' });
  await client.patch(`/api/sessions/${session}`, {
    settings: { preset: own.id, soft: 'off', hard: 88, fast: false, recallTools: 'off' },
  });
}

async function newSession(client: Client, wish: object): Promise<string> {
  return (await client.post('/api/sessions', wish)).id;
}

/** Folds, waits for the end, and answers the run; undefined where nothing was to fold. */
async function fold(
  client: Client,
  session: string,
  wish: object = { force: true, retainTokens: 300 },
): Promise<string | undefined> {
  const job = await client.post(`/api/sessions/${session}/condense`, wish).catch(async (problem: Problem) => {
    if (problem.code !== 'fold-cooldown') throw problem;
    await pause(Number(problem.facts.secondsLeft) * 1_000 + 500);
    return client.post(`/api/sessions/${session}/condense`, wish);
  });
  let ended = job;
  await until(async () => {
    const { jobs } = await client.get(`/api/sessions/${session}/jobs`);
    ended = jobs.find(({ id }: { id: string }) => id === job.id);
    return ended.endedAt !== null;
  });
  return ended.runId;
}

async function until(true_: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await true_()) return;
    await pause(100);
  }
  throw new Error('It did not come to that.');
}
