// How far a plain turn and a list of sessions go: statements run, files and functions touched (V8 coverage).  --list names them, with the line each begins at and how many it has.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runFolder } from '../../../bench/src/run-folder.ts';

// A function that compiled code has taken in, that is called for the first time or was put away since is called as much as any other,
// but V8 would not count it.
const FLAGS = ['--no-turbofan', '--no-maglev', '--no-sparkplug', '--no-lazy-feedback-allocation', '--no-flush-bytecode'];
for (const flag of FLAGS) setFlagsFromString(flag);

const root = join(import.meta.dirname, '../../..');
const folder = runFolder();
const statements: string[] = [];

/** Notes every statement that SQLite is given, whoever gives it. */
function watchStatements(): void {
  const Database = createRequire(join(root, 'packages/store/package.json'))('better-sqlite3');
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (sql: string) {
    const statement = prepare.call(this, sql);
    for (const name of ['all', 'run', 'get', 'iterate'] as const) {
      const own = statement[name];
      statement[name] = (...given: unknown[]) => {
        // The beat of the process's lease comes when it comes, and is no part of what is counted.
        if (!sql.includes('"leases"')) statements.push(sql);
        return own.apply(statement, given);
      };
    }
    return statement;
  };
}

/** A model that answers in three words, in the format of OpenAI's chats. */
async function model(): Promise<{ url: string; close(): void }> {
  const chunk = (choice: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const content of ['Blue, ', 'of ', 'course.']) response.write(chunk({ delta: { role: 'assistant', content } }));
      response.write(
        chunk({ delta: {}, finish_reason: 'stop' }, { usage: { prompt_tokens: 30, completion_tokens: 4, total_tokens: 34 } }),
      );
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => server.close() };
}

interface Touched {
  readonly file: string;
  readonly name: string;
  /** Where it stands in its file. */
  readonly from: number;
  readonly to: number;
}

/** What was touched under `packages` while something was done. */
async function touchedBy(work: () => Promise<unknown>): Promise<Touched[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const packages = pathToFileURL(join(root, 'packages')).href;
  return result
    .filter(({ url }) => url.startsWith(packages) && url.includes('/src/') && !url.includes('node_modules'))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ functionName, ranges }) => {
        const [range] = ranges;
        const counts = range !== undefined && range.count > 0 && (functionName !== '' || range.startOffset > 0);
        if (!counts) return [];
        const { startOffset: from, endOffset: to } = range;
        return [{ file: url.slice(packages.length + 1), name: functionName || `(at ${from})`, from, to }];
      }),
    );
}

watchStatements();
const { serve } = await import('../src/process/serve.ts');
const upstream = await model();
const settings = { home: folder, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const served = await serve(settings, { log: silent, environment: {}, web: null });
if (!served.running) throw new Error('The home is served already.');
const { url, tenfold } = served;

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
};
/** What holds statements together is none: a transaction's ends, and the mark that each commit leaves of how far it came. */
const TRANSACTION = /^(?:begin|commit|rollback|savepoint|release)|sqlite_sequence/;
const counted = async (work: () => Promise<unknown>) => {
  statements.length = 0;
  await work();
  // What a turn leaves to be done after its stream has ended counts as well.
  await new Promise((soon) => setTimeout(soon, 100));
  return statements.filter((sql) => !TRANSACTION.test(sql));
};

const profile = await tenfold.profiles.add({
  name: 'Local',
  provider: 'openai-compatible',
  model: 'm',
  baseUrl: upstream.url,
  key: 'sk-none',
  contextWindow: 64_000,
});
const session = JSON.parse(await call('POST', '/api/sessions', { profileId: profile.id })).id as string;
const say = () => call('POST', `/api/sessions/${session}/messages`, { text: 'Which colour is the sky?' });
for (let turn = 0; turn < 3; turn++) await say();
// What the server does beside a turn now and then, such as looking through the chains, only adds: the fewest of some are its own.
const fewest = async (work: () => Promise<unknown>) => {
  const runs: string[][] = [];
  for (let more = 0; more < 8; more++) runs.push(await counted(work));
  return runs.reduce((few, other) => (other.length < few.length ? other : few));
};
const turn = await fewest(say);
// The same goes for what is touched: only what each of many turns touches is the turn's own. On a busy machine most see a timer of others.
const each: Touched[][] = [];
for (let more = 0; more < 20; more++) each.push(await touchedBy(say));
const keyOf = ({ file, from }: Touched) => `${file} ${from}`;
const [first = [], ...again] = each;
const others = again.map((more) => new Set(more.map(keyOf)));
const touched = first.filter((one) => others.every((keys) => keys.has(keyOf(one))));
for (let more = 1; more < 100; more++) {
  const { id } = await tenfold.sessions.create({ title: `Session ${more}` });
  await tenfold.sessions.append(id, { messages: [{ role: 'user', text: `Words ${more}` }] });
}
const list = await fewest(() => call('GET', '/api/sessions?limit=100'));
const files = [...new Set(touched.map(({ file }) => file))];
if (process.argv.includes('--list')) {
  for (const statement of turn) process.stdout.write(`${statement.replace(/\s+/g, ' ').slice(0, 200)}\n`);
  for (const file of files) {
    const text = readFileSync(join(root, 'packages', file), 'utf8');
    const lines = (from: number, to: number) => text.slice(from, to).split('\n').length;
    const own = touched.filter((one) => one.file === file);
    const told = own.map(({ name, from, to }) => `${name} :${lines(0, from)} (${lines(from, to)})`);
    process.stdout.write(`${file}: ${told.join(', ')}\n`);
  }
}
process.stdout.write(
  `${JSON.stringify({ turn: { statements: turn.length, files: files.length, functions: touched.length }, list: { statements: list.length } })}\n`,
);
await served.stop();
upstream.close();
