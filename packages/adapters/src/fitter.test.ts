import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CannotFit, type Message, textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileStore } from './file-store.ts';
import { type Fitted, Fitter } from './fitter.ts';
import { memoryStore } from './fold-store.ts';
import type { FoldReport, TenfoldOptions } from './options.ts';
import { resultOf, toolRun } from './testing/tool-run.ts';

const MODEL = 'openai:gpt-4o';
const ROOM = 6_000;

function opened(options: TenfoldOptions = {}) {
  const told: FoldReport[] = [];
  const fitter = new Fitter({ room: ROOM, onReport: (report) => told.push(report), ...options });
  return {
    told,
    fit: (messages: readonly Message[]) => fitter.fit({ model: MODEL, frame: {}, messages: structuredClone(messages) }),
  };
}

function sent({ rows }: Fitted): readonly string[] {
  return rows.flatMap(({ message }) => (message === null ? [] : [JSON.stringify(message)]));
}

describe('a conversation that grows past its room', () => {
  it('always fits, and begins as it was last sent unless something was folded', async () => {
    const { told, fit } = opened();
    let before: readonly string[] = [];
    let folds = 0;
    for (let steps = 0; steps <= 120; steps++) {
      const fitted = await fit(toolRun(steps));
      const now = sent(fitted);
      expect(fitted.after).toBeLessThanOrEqual(ROOM);
      if (told.length === folds) expect(now.slice(0, before.length)).toEqual(before);
      folds = told.length;
      before = now;
    }
    expect(folds).toBeGreaterThan(3);
    expect(folds).toBeLessThan(40);
  });

  it('is left alone as long as it has room', async () => {
    const { told, fit } = opened();
    const messages = toolRun(10);
    const { rows, isChanged, before, after } = await fit(messages);
    expect(isChanged).toBe(false);
    expect(after).toBe(before);
    expect(rows.map(({ message }) => message)).toEqual(messages);
    expect(told).toEqual([]);
  });

  it('changes nothing of what it is given', async () => {
    const messages = toolRun(80);
    const copy = structuredClone(messages);
    await new Fitter({ room: ROOM }).fit({ model: MODEL, frame: {}, messages });
    expect(messages).toEqual(copy);
  });
});

describe('what is settled', () => {
  it('is found by whoever has the same beginning, and by nobody else', async () => {
    const store = memoryStore();
    const first = opened({ store });
    const whole = sent(await first.fit(toolRun(60)));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 120 }), async (at) => {
        const edited = toolRun(60).map((message, index) =>
          index === at ? textMessage(message.role, 'Something else.') : message,
        );
        const quiet = new Fitter({ room: 1_000_000, store });
        const { isChanged } = await quiet.fit({ model: MODEL, frame: {}, messages: edited });
        const isShown = whole.includes(JSON.stringify(toolRun(60)[at]));
        // The opening is shown and yet before what is folded.
        expect(isChanged).toBe(isShown && at > 0);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same after a restart, byte for byte', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-adapters-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'deep', 'folds.jsonl');
    const before = sent(await opened({ store: fileStore(file) }).fit(toolRun(60)));
    const again = opened({ store: fileStore(file) });
    expect(sent(await again.fit(toolRun(60)))).toEqual(before);
    expect(again.told).toEqual([]);
  });

  it('stands beside lines that others left unfinished, and goes on where the file takes none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-adapters-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'folds.jsonl');
    const store = fileStore(file);
    appendFileSync(file, '{"id":"torn by another pro');
    const before = sent(await opened({ store }).fit(toolRun(60)));
    expect(sent(await opened({ store: fileStore(file) }).fit(toolRun(60)))).toEqual(before);
    const problems: string[] = [];
    const left = fileStore(path.join(folder, 'gone', 'folds.jsonl'), { onProblem: ({ message }) => problems.push(message) });
    rmSync(path.join(folder, 'gone'), { recursive: true });
    const fitting = opened({ store: left });
    expect(sent(await fitting.fit(toolRun(60)))).toEqual(before);
    expect(sent(await fitting.fit(toolRun(60)))).toEqual(before);
    expect([fitting.told.length, problems]).toEqual([1, [expect.stringMatching(/folds could not be kept in .*gone/)]]);
  });

  it('of one conversation means nothing to another that begins alike', async () => {
    const store = memoryStore();
    await opened({ store, conversation: 'ann' }).fit(toolRun(60));
    const other = opened({ store, conversation: 'bob', room: 1_000_000 });
    expect((await other.fit(toolRun(60))).isChanged).toBe(false);
  });
});

describe('a request the model finds too long', () => {
  it('is folded further, once, and the model is taken to have that much less room', async () => {
    const { told, fit } = opened({ room: 30_000 });
    const fitted = await fit(toolRun(60));
    expect(fitted.isChanged).toBe(false);
    const shorter = await fitted.tooLong();
    expect(shorter?.after).toBeLessThan(fitted.after * 0.7);
    expect(await shorter?.tooLong()).toBeNull();
    expect(told.map(({ trigger }) => trigger)).toEqual(['refused']);
    for (let steps = 61; steps < 100; steps++) expect((await fit(toolRun(steps))).after).toBeLessThan(fitted.after);
  });

  it('that cannot be made to fit is refused in words', async () => {
    const { fit } = opened({ room: 300 });
    await expect(fit([textMessage('user', resultOf(1).repeat(20))])).rejects.toThrow(CannotFit);
  });
});

describe('a model that writes the summaries', () => {
  it('is asked beside the call while there is room, once, and waited for when there is none', async () => {
    const asked = vi.fn();
    let answer = (_text: string) => {};
    const summarizer = () => {
      asked();
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    };
    const { told, fit } = opened({ summarizer });
    let steps = 0;
    while (asked.mock.calls.length === 0) await fit(toolRun(++steps));
    expect((await fit(toolRun(steps + 1))).isChanged).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
    answer('The port is 8080, and option_3_4 is set.');
    await expect.poll(() => told).toHaveLength(1);
    const fitted = await fit(toolRun(steps + 2));
    expect(sent(fitted).join()).toContain('The port is 8080');
  });

  it('that fails is stood in for, so that the call goes out all the same', async () => {
    const { told, fit } = opened({
      summarizer: () => {
        throw new Error('no credit');
      },
    });
    const fitted = await fit(toolRun(100));
    expect(fitted.after).toBeLessThanOrEqual(ROOM);
    expect(told[0]?.report.means).toContain('embedded');
  });
});

describe('trigger and keep', () => {
  it('say when folding starts and what stays', async () => {
    const early = opened({ trigger: { fraction: 0.4 } });
    const late = opened({ trigger: { tokens: ROOM } });
    for (let steps = 0; steps < 16; steps++) {
      await early.fit(toolRun(steps));
      await late.fit(toolRun(steps));
    }
    expect(early.told.length).toBeGreaterThan(0);
    expect(late.told).toEqual([]);
  });

  it.each([{ fraction: 0.01 }, { tokens: 7_000 }])('refuse what makes no sense: %j', async (trigger) => {
    await expect(opened({ trigger }).fit(toolRun(1))).rejects.toThrow('Give between 5 and 100 %');
  });
});

it('says so at once where the called model is to write summaries and only its name is known', async () => {
  await expect(opened({ summarizer: 'model' }).fit(toolRun(1))).rejects.toThrow(/only its name is known here \(openai:gpt-4o\)/);
});
