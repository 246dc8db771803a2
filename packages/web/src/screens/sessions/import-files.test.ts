import type { Session } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { IMPORT_LIMIT, importFiles, importWords } from './import-files.ts';

const file = (name: string, text: string, size = text.length) => ({ name, size, text: async () => text });
const session = { id: 's', title: 'one' } as Session;

describe('importing', () => {
  it('goes on after a file that fails and reports each', async () => {
    const told: number[] = [];
    const reports = await importFiles(
      [file('a.jsonl', 'good'), file('b.bin', 'bad'), file('c.jsonl', 'good'), file('d', '', IMPORT_LIMIT + 1)],
      async ({ text }) => {
        if (text === 'bad') throw new Error('No conversation in it.');
        return { sessions: [session], skipped: [{ line: 3, reason: 'no JSON' }] };
      },
      { signal: new AbortController().signal, progress: (done) => told.push(done) },
    );
    expect(told).toEqual([0, 1, 2, 3]);
    expect(reports.map(({ name, result }) => [name, result?.sessions.length ?? 0])).toEqual([
      ['a.jsonl', 1],
      ['b.bin', 0],
      ['c.jsonl', 1],
      ['d', 0],
    ]);
    expect(importWords(reports)).toBe('2 conversations imported, 2 records skipped, 2 files not readable');
  });
  it('ends when it is cancelled: what is under way is given up, what came before stays, nothing more is sent', async () => {
    const cancelling = new AbortController();
    const sent: string[] = [];
    const reports = await importFiles(
      ['a', 'b', 'c'].map((name) => file(name, name)),
      async ({ name, signal }) => {
        sent.push(name);
        if (name === 'b') cancelling.abort();
        signal.throwIfAborted();
        return { sessions: [session], skipped: [] };
      },
      { signal: cancelling.signal, progress() {} },
    );
    expect(sent).toEqual(['a', 'b']);
    expect(reports.map(({ result }) => result !== null)).toEqual([true, false, false]);
    expect(importWords(reports)).toBe('1 conversation imported, 2 files cancelled');
  });
  it('says so when there is nothing', () => {
    expect(importWords([{ name: 'a', result: { sessions: [], skipped: [] }, error: null }])).toBe('Nothing to import');
  });
});
