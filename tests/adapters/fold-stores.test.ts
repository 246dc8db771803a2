import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Fitter, type FoldStore, memoryStore } from '@tenfold/adapters';
import { fileStore } from '@tenfold/adapters/file-store';
import { serverStore } from '@tenfold/adapters/server-store';
import type { Fold } from '@tenfold/core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { toolRun } from '../../packages/adapters/src/testing/tool-run.ts';
import { clientOf } from '../../packages/server/src/testing/client.ts';
import { realServer } from '../../packages/server/src/testing/real-server.ts';

const token = 'a-long-random-token-for-tests';
const server = await realServer({ token });
const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-fold-stores-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

const foldOf = (number: number): Fold => ({
  id: `f${number}`,
  run: 'r',
  target: { kind: 'span', from: 'a', to: 'b' },
  kind: 'summary',
  lossless: false,
  text: `Record ${number}: "ä" \u{1F4A1}`,
  by: 'test',
  before: 2,
  after: 1,
});

let opened = 0;
/** A place of its own, and how a process opens it. */
const kinds: readonly [name: string, place: () => () => FoldStore][] = [
  [
    'memory',
    () => {
      const store = memoryStore();
      return () => store;
    },
  ],
  [
    'file',
    () => {
      const file = path.join(folder, `${opened++}.jsonl`);
      return () => fileStore(file);
    },
  ],
  ['server', () => () => serverStore(server.url, { token })],
];

describe.each(kinds)('folds kept in %s', (kind, place) => {
  it('are what was put last under the first name that has some', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 6 }), async (put, asked) => {
        const open = place();
        const prefix = `${kind} ${opened++}`;
        const store = open();
        const expected = new Map<string, readonly Fold[]>();
        for (const [at, number] of put.entries()) {
          const folds = [foldOf(at), foldOf(at + 1)];
          await store.put(`${prefix} ${number}`, folds);
          expected.set(`${prefix} ${number}`, folds);
        }
        const ids = asked.map((number) => `${prefix} ${number}`);
        const first = ids.find((id) => expected.has(id));
        const wanted = first === undefined ? undefined : expected.get(first);
        expect(await store.find(ids)).toEqual(wanted);
        expect(await open().find(ids)).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });

  it('are sent again byte for byte by another process, which folds nothing anew', async () => {
    const open = place();
    const conversation = `${kind} byte for byte`;
    const told: string[] = [];
    const fitted = async () => {
      const onReport = ({ text }: { text: string }) => void told.push(text);
      const fitter = new Fitter({ room: 6_000, store: open(), conversation, onReport });
      const { rows } = await fitter.fit({ model: 'openai:gpt-4o', frame: {}, messages: toolRun(40) });
      return JSON.stringify(rows.map(({ message }) => message));
    };
    const first = await fitted();
    const runs = told.length;
    expect(runs).toBeGreaterThan(0);
    expect(await fitted()).toBe(first);
    expect(told).toHaveLength(runs);
  });
});

it('takes nothing from a file that is no fold', async () => {
  const file = path.join(folder, 'damaged.jsonl');
  const rows = [[{}], [null], {}, [{ ...foldOf(1), target: { kind: 'span' } }], [{ ...foldOf(1), text: 1 }]];
  const lines = rows.map((folds, at) => JSON.stringify({ id: `d${at}`, folds }));
  writeFileSync(file, [...lines, 'null', '{"id":', JSON.stringify({ id: 'good', folds: [foldOf(1)] })].join('\n'));
  const store = fileStore(file);
  expect(await store.find(rows.map((_, at) => `d${at}`))).toBeUndefined();
  expect(await store.find(['d0', 'good'])).toEqual([foldOf(1)]);
});

describe('folds kept on a server', () => {
  it('are not taken where they are none, which is told', async () => {
    const problems: string[] = [];
    await clientOf(server.url, token).put('/api/settled', { name: 'odd', folds: [{ id: 'f' }] });
    const store = serverStore(server.url, { token, onProblem: ({ message }) => problems.push(message) });
    expect(await store.find(['odd'])).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining('are no folds')]);
  });

  it('are found where another process went on with them', async () => {
    const [one, other] = [serverStore(server.url, { token }), serverStore(server.url, { token })];
    await one.put('p1', [foldOf(1)]);
    expect(await other.find(['p1'])).toEqual([foldOf(1)]);
    await other.put('p2', [foldOf(1), foldOf(2)]);
    expect(await one.find(['p3', 'p2', 'p1'])).toEqual([foldOf(1), foldOf(2)]);
  });

  it('outlive it', async () => {
    await serverStore(server.url, { token }).put('restart', [foldOf(1)]);
    await server.restart();
    expect(await serverStore(server.url, { token }).find(['restart'])).toEqual([foldOf(1)]);
  });

  it("are everybody's own", async () => {
    const { text } = await clientOf(server.url, token).post('/api/people', { name: 'Ben', role: 'user' });
    await serverStore(server.url, { token }).put('mine', [foldOf(1)]);
    expect(await serverStore(server.url, { token: text }).find(['mine'])).toBeUndefined();
  });

  it('are refused in words with a wrong token, and never lost in silence', async () => {
    const store = serverStore(server.url, { token: 'wrong' });
    await expect(store.find(['p1'])).rejects.toThrow('wants a token');
    await expect(store.put('p1', [])).rejects.toThrow('Nothing was sent to the model.');
  });

  it('stop no call where it is not there', async () => {
    const problems: string[] = [];
    const store = serverStore('http://127.0.0.1:9', { onProblem: ({ message }) => problems.push(message) });
    expect(await store.find(['p1'])).toBeUndefined();
    await store.put('p1', [foldOf(1)]);
    expect(await store.find(['p1'])).toEqual([foldOf(1)]);
    expect(problems.length).toBe(2);
    expect(problems[0]).toContain('was done without');
  });
});
