import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { budgetOf, type Condensed, condense, type Message, resultText, textMessage } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import { realServer } from '../packages/server/src/testing/real-server.ts';
import { type Asked, Upstream } from '../tests/upstream/upstream.ts';
import { factOn, PAGES, readPage, TASK } from './logbook.ts';

const ROOM = 32_000;

/** A model that reads the logbook page by page, whatever it is shown, and takes 32,000 tokens. */
async function reader(): Promise<Upstream> {
  let page = 0;
  const upstream = await Upstream.open({
    window: ROOM,
    binds: true,
    answer: ({ dialect }) => {
      const next = page++;
      return next < PAGES
        ? {
            ...(dialect === 'anthropic' ? { thinking: `Page ${next} is next.` } : {}),
            text: `Reading page ${next}.`,
            calls: [{ id: `call_${next}`, name: 'read_page', input: { page: next } }],
          }
        : { text: 'That was all of it.' };
    },
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

/** A folder that is there as long as a test runs. */
function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function run(
  example: string,
  upstream: Upstream,
  { folder = ownFolder(), env = {} }: { folder?: string; env?: Record<string, string> } = {},
): Promise<{ told: string; problems: string; history: string }> {
  const file = path.join(folder, 'history.json');
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'proof/history-of.ts'), path.join(import.meta.dirname, example), file],
    {
      env: {
        PATH: process.env.PATH,
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: upstream.url(),
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: upstream.url().replace(/\/v1$/, ''),
        MASTRA_TELEMETRY_DISABLED: '1',
        PAGES: String(PAGES),
        ...env,
      },
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      timeout: 500_000,
    },
  );
  return { told: stdout, problems: stderr, history: readFileSync(file, 'utf8') };
}

const pages = Array.from({ length: PAGES }, (_, page) => readPage(page));
const facts = pages.flatMap((_, page) => factOn(page) ?? []);

const known = new Map<string, Promise<number>>();

function engineHolds(model: string): Promise<number> {
  const held = known.get(model) ?? heldByEngine(model);
  known.set(model, held);
  return held;
}

/** What the engine itself still shows of the keys when it is given the same pages. */
async function heldByEngine(model: string): Promise<number> {
  const messages: Message[] = [textMessage('user', TASK)];
  let condensed: Condensed = await condense(messages, { budget: budgetOf(ROOM), model });
  for (const [page, output] of pages.entries()) {
    const id = `call_${page}`;
    const call = { type: 'tool-call', id, name: 'read_page', input: { page } } as const;
    messages.push({ role: 'assistant', parts: [{ type: 'text', text: `Reading page ${page}.` }, call] });
    messages.push({ role: 'tool', parts: [{ type: 'tool-result', id, name: 'read_page', output }] });
    condensed = await condense(messages, { budget: budgetOf(ROOM), model, folds: condensed.folds });
  }
  return heldIn(JSON.stringify(condensed.messages));
}

function heldIn(text: string): number {
  return facts.filter(({ key }) => text.includes(key)).length;
}

it.each([
  ['ai-sdk/agent.ts', 'openai:gpt-4o'],
  ['fetch/openai.ts', 'openai:gpt-4o'],
  ['fetch/anthropic.ts', 'anthropic:claude-opus-5-5'],
  ['langchain/agent.ts', 'openai:gpt-4o'],
  ['openai-agents/agent.ts', 'openai:gpt-4o'],
  ['openai-agents/models.ts', 'openai:gpt-4o'],
  ['mastra/agent.ts', 'openai:gpt-4o'],
])('%s reads ten windows full through one', async (example, model) => {
  const upstream = await reader();
  const { told, history } = await run(example, upstream);
  const { seen } = upstream;
  expect(seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(seen.length).toBe(PAGES + 1);
  expect(Math.max(...seen.map(({ tokens }) => tokens))).toBeLessThanOrEqual(ROOM);
  expect(told).toContain('That was all of it.');

  expect(pages.filter((text) => !history.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  expect(history).not.toContain('[Compressed Message Summary]');

  const folds = told.match(/^Context condensed using/gm)?.length ?? 0;
  expect(folds).toBeGreaterThanOrEqual(PAGES / 30);
  const broken = brokenPrefixes(seen);
  expect(broken).toBeLessThanOrEqual(folds);

  const last = JSON.stringify(seen.at(-1)?.body);
  const held = heldIn(last);
  const expected = await engineHolds(model);
  console.log(
    `${example}: ${seen.length} calls, ${folds} folds, ${broken} broken prefixes, ${held} of ${facts.length} keys held (engine: ${expected})`,
  );
  // Wordings around the keys differ a little from framework to framework.
  expect(held).toBeGreaterThanOrEqual(expected - 1);
  expect(last).toContain('Never restart a cluster while you read.');
});

it.each(['openai-agents', 'mastra'])('has the own model of %s write the summaries where that is wished', async (framework) => {
  const summary = 'The logbook was read in order; nothing stood out but the keys.';
  const isSummary = ({ body }: Asked) => ((body.tools as readonly unknown[] | undefined) ?? []).length === 0;
  let page = 0;
  const upstream = await Upstream.open({
    window: ROOM,
    answer: (asked) => {
      if (isSummary(asked)) return { text: summary };
      const next = page++;
      return next < 60
        ? { text: '', calls: [{ id: `call_${next}`, name: 'read_page', input: { page: next } }] }
        : { text: 'That was all of it.' };
    },
  });
  onTestFinished(() => upstream.close());
  const { history } = await run('proof/own-model.ts', upstream, { env: { FRAMEWORK: framework } });
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(upstream.seen.filter(isSummary).length).toBeGreaterThan(0);
  expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain(summary);
  expect(history).toContain('That was all of it.');
});

/** Reads so many pages and ends. */
function readsPages(pages: number): NonNullable<Parameters<typeof Upstream.open>[0]>['answer'] {
  let page = 0;
  return () => {
    const next = page++;
    return next < pages
      ? { text: '', calls: [{ id: `call_${next}`, name: 'read_page', input: { page: next } }] }
      : { text: 'That was all of it.' };
  };
}

it.each([
  'langchain',
  'langchain, Zod 3',
  'mastra',
  'ai-sdk, steps',
  'openai-agents',
  'openai-agents, models',
  'openai-agents, streams',
])('counts what the model is told of its tools: %s', async (way) => {
  const upstream = await Upstream.open({ window: ROOM, answer: readsPages(60) });
  onTestFinished(() => upstream.close());
  const { told, history } = await run('proof/many-tools.ts', upstream, { env: { WAY: way } });
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(Math.max(...upstream.seen.map(({ tokens }) => tokens))).toBeLessThanOrEqual(ROOM);
  expect(upstream.seen.length).toBe(61);
  expect(told).toContain('Context condensed using');
  expect(history).toContain('That was all of it.');
});

it.each(['openai-agents, models', 'openai-agents, streams'])('has %s tried once more where the model takes less', async (way) => {
  const window = 24_000;
  const upstream = await Upstream.open({ window, answer: readsPages(60) });
  onTestFinished(() => upstream.close());
  const { history } = await run('proof/many-tools.ts', upstream, { env: { WAY: way } });
  const refused = upstream.seen.filter(({ tokens }) => tokens > window).length;
  expect(refused).toBeGreaterThan(0);
  expect(upstream.seen.length - refused).toBe(61);
  expect(history).toContain('That was all of it.');
});

/** How often a request does not begin with what the one before it sent: the cache breaks once a fold. */
function brokenPrefixes(seen: readonly Asked[]): number {
  const texts = seen.map(({ body }) => ((body.messages ?? body.input) as readonly unknown[]).map((item) => JSON.stringify(item)));
  return texts.slice(1).filter((items, at) => texts[at]?.some((text, place) => items[place] !== text)).length;
}

/** Reads some pages, looks up a key that was folded, and tells what it found. */
async function forgetful(pages: number, key: string): Promise<Upstream> {
  let page = 0;
  const upstream = await Upstream.open({
    window: ROOM,
    answer: ({ messages }) => {
      const next = page++;
      if (next < pages) return { text: '', calls: [{ id: `call_${next}`, name: 'read_page', input: { page: next } }] };
      if (next === pages)
        return { text: '', calls: [{ id: 'look', name: 'recall', input: { query: `deployment key of the ${key} cluster` } }] };
      const [found] = messages.at(-1)?.parts ?? [];
      return { text: found?.type === 'tool-result' ? resultText(found) : '' };
    },
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

it.each(['a file', 'a server'])('ai-sdk/recall.ts looks up what was folded, and finds its folds again in %s', async (place) => {
  const folder = ownFolder();
  const server = place === 'a server' ? await realServer() : null;
  onTestFinished(() => server?.close());
  const env = { PAGES: '90', ...(server === null ? {} : { TENFOLD_URL: server.url }) };
  const runs = [];
  for (const _ of [1, 2]) {
    const upstream = await forgetful(90, 'amber');
    const { told, problems, history } = await run('ai-sdk/recall.ts', upstream, { folder, env });
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    expect(problems).toBe('');
    expect(told).toContain(factOn(0)?.key);
    expect(history).not.toContain('[Compressed Message Summary]');
    runs.push({
      folds: told.match(/^Context condensed using/gm)?.length ?? 0,
      sent: upstream.seen.map(({ body }) => body.messages),
    });
  }
  const [first, again] = runs;
  expect(first?.folds).toBeGreaterThan(2);
  expect(again?.folds).toBe(0);
  expect(again?.sent.at(-1)).toEqual(first?.sent.at(-1));
});

it.each(['langchain', 'openai-agents', 'mastra', 'fetch'])('lets %s look up what was folded', async (way) => {
  const upstream = await forgetful(60, 'amber');
  const { history } = await run('proof/recalling.ts', upstream, { env: { WAY: way } });
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(history).toContain(factOn(0)?.key);
  const looked = upstream.seen.at(-1)?.messages.at(-1)?.parts[0];
  expect(looked?.type === 'tool-result' && resultText(looked)).toContain(factOn(0)?.key);
});

const source = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const README = source('../packages/adapters/README.md');

it('looks up in the words of the README of the adapters', () => {
  const told = [...README.matchAll(/`(?:tools: (?:\{ \.\.\.)?)?(recall(?:Tools\(recall\)|\.)[^`}]*?)(?: \})?`/g)];
  expect(told.length).toBeGreaterThanOrEqual(5);
  for (const [, code = ''] of told) expect(source('proof/recalling.ts')).toContain(code);
});

it('runs every line of the README of the adapters', async () => {
  const rows = [...README.matchAll(/^\| [^|]+ \| ((?:[^|]*`[^|]*\b(?:tenfold|tenfoldFetch)\(\)[^|]*)) \|$/gm)].map(
    ([, cell = '']) => cell,
  );
  const lines = rows.flatMap((cell) => [...cell.matchAll(/`([^`]*[({][^`]*)`/g)].map(([, code = '']) => code));
  const [block = ''] = [...README.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const told = [...lines, ...block.split('\n').filter((line) => /^(const|await) /.test(line))];
  expect([rows.length, told.length]).toEqual([5, 10]);
  const parts = told.flatMap((line) =>
    line
      .replace(/ \/\/.*$/, '')
      .replace(/;$/, '')
      .split(/\w+\(\{ …, /),
  );
  for (const part of parts) expect(source('proof/lines.ts')).toContain(part);
  const upstream = await Upstream.open({ answer: () => ({ text: 'The reader.' }) });
  onTestFinished(() => upstream.close());
  const { history } = await run('proof/lines.ts', upstream);
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(
    JSON.parse(history)
      .join(' ')
      .match(/The reader\./g),
  ).toHaveLength(8);
});
