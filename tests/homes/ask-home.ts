import type { clientOf } from '../../packages/server/src/testing/client.ts';

type Client = ReturnType<typeof clientOf>;
type Answers = Record<string, unknown>;

const OF_ALL = [
  '/api/settings',
  '/api/settings/export',
  '/api/models',
  '/api/profiles',
  '/api/presets',
  '/api/strategies',
  '/api/projects',
  '/api/sessions',
  '/api/sessions?archived=1',
  '/api/recovery',
  '/api/memories',
  '/api/search?q=ferry',
  '/api/search?q=ledger',
];

const OF_A_SESSION = [
  '',
  '/revisions',
  '/queue',
  '/context',
  '/wire',
  '/requests',
  '/status',
  '/jobs',
  '/condensations',
  '/folds',
  '/checkpoints',
  '/branches',
  '/config',
  '/search?q=pier',
];

/** Asks a server for all it can tell of its home; an answer by its path. */
export async function askHome(client: Client): Promise<Answers> {
  const answers: Answers = {};
  const ask = async (path: string) => {
    const answer = await client.get(path);
    answers[path] = answer;
    return answer;
  };
  const listed = [];
  for (const path of OF_ALL) {
    const answer = await ask(path);
    if (path.startsWith('/api/sessions')) listed.push(...answer.sessions);
    for (const { id } of path === '/api/strategies' ? answer.strategies : []) await ask(`/api/strategies/${id}/config`);
    for (const { id } of path === '/api/presets' ? answer.presets : []) await ask(`/api/presets/${id}/export`);
  }
  for (const id of new Set(listed.map((session) => session.id))) await askSession(client, ask, answers, `/api/sessions/${id}`);
  return answers;
}

async function askSession(
  client: Client,
  ask: (path: string) => ReturnType<Client['get']>,
  answers: Answers,
  at: string,
): Promise<void> {
  for (const path of OF_A_SESSION) await ask(at + path);
  for (const { name } of (await ask(`${at}/branches`)).branches) {
    await ask(`${at}/entries?limit=1000&branch=${encodeURIComponent(name)}`);
  }
  for (const { id } of (await ask(`${at}/folds`)).folds) await ask(`${at}/folds/${id}/original`);
  for (const { answer } of (await ask(`${at}/requests`)).requests) {
    await ask(`${at}/requests/${answer}`);
    await ask(`${at}/wire?answer=${answer}`);
  }
  for (const format of ['jsonl', 'openai', 'anthropic', 'markdown']) {
    const path = `${at}/export?format=${format}`;
    answers[path] = await (await client.request('GET', path)).text();
  }
}
