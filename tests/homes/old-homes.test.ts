import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHome } from '../../packages/server/src/process/home.ts';
import { realServer } from '../../packages/server/src/testing/real-server.ts';
import { storedCredentials } from '../../packages/session/src/settings/profile-access.ts';
import { askHome } from './ask-home.ts';
import { differences, isRecord } from './differences.ts';
import { KEYS } from './fill-home.ts';

type Answers = Readonly<Record<string, unknown>>;

/** What is told otherwise since, and why; all else is told as it was. */
const CHANGED: readonly (readonly [RegExp, why: string])[] = [
  [/^\/api\/(?:settings|presets|strategies|sessions\/\S+\/config)\b.* (?:title|description):/, 'words for people'],
  [/^\/api\/presets\S* .*keepRecentCount: 12 → 1$/, 'the built-in preset for quality keeps the recent by their tokens'],
  [/ options apiVersion: /, 'an option that its provider does not have is not shown'],
  [/^\/api\/profiles .* (?:version|updatedAt): /, 'each key is bound to its host when the home is first opened'],
  [/\/condensations runs \S+ saved: /, 'what was forecast gave way to what was saved so far'],
  [/ cooldownSeconds: /, 'it passes by itself'],
  [/ rows \d+ protected: false → true$/, 'the latest request stands without being protected'],
  [/ (?:tools \d+ .*|rows 1 parts \d+ text|frameChanged|tools: .*)\b/, 'a tool of ours has another description'],
  [/(?:text|content): "\[Compressed Message Summary\]/, 'other words around a record'],
  [/ (?:tokens|used|available|percent|summaries|tools): [\d.]+ → [\d.]+$/, 'and so they weigh otherwise; held to that below'],
  [/\bstatus text: /, 'the same weights in words'],
  [/\/export\?format=markdown: /, 'every part is shown as what it is; held to its words below'],
  [/ hits \d+ snippet: ".{1,20}?(.{100,}) → "\1/, 'what is shown of a hit begins with a word'],
];

function kept(version: string, file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(import.meta.dirname, `${version}.${file}.br`)));
}

/** A line of an export as JSON, the system text beside the messages, where it stands today. */
function exportedLine(text: unknown): unknown {
  const { messages, ...rest } = JSON.parse(String(text).trim());
  const [first, ...others] = messages;
  return first?.role === 'system' ? { ...rest, messages: others } : { ...rest, messages };
}

/** What was told of a context, with the body of its request, which was a part of it once. */
function withWire(answers: Answers, path: string): unknown {
  const [, session, request] = /^(.*)\/(?:context|requests\/(\w+))$/.exec(path) ?? [];
  const wire = answers[request === undefined ? `${session}/wire` : `${session}/wire?answer=${request}`];
  return wire === undefined ? answers[path] : { ...(answers[path] as object), wire };
}

function comparable(path: string, answer: unknown): unknown {
  if (path.includes('format=jsonl')) return exportedLine(answer);
  return /format=(?:openai|anthropic)/.test(path) ? JSON.parse(String(answer)) : answer;
}

/** What every status in an answer says is used beside our tools and summaries. */
function usedOtherwise(answer: unknown): readonly number[] {
  if (Array.isArray(answer)) return answer.flatMap(usedOtherwise);
  if (!isRecord(answer)) return [];
  const { used, breakdown } = answer;
  const own = isRecord(breakdown) ? [Number(used) - Number(breakdown.tools) - Number(breakdown.summaries)] : [];
  return [...own, ...Object.values(answer).flatMap(usedOtherwise)];
}

describe.each(['40feb6b'])('a home written by %s', (version) => {
  const home = mkdtempSync(join(tmpdir(), 'tenfold-old-home-'));
  const then: Answers = JSON.parse(kept(version, 'answers.json').toString('utf8'));
  beforeAll(() => {
    for (const file of ['tenfold.db', 'secret.key']) writeFileSync(join(home, file), kept(version, file), { mode: 0o600 });
  });
  afterAll(() => rmSync(home, { recursive: true }));

  describe('served today', () => {
    let server: Awaited<ReturnType<typeof realServer>>;
    let now: Answers;
    beforeAll(async () => {
      server = await realServer({ home });
      now = await askHome(server.client);
    });
    afterAll(() => server.close());

    it.each(['settings', 'models', 'profiles', 'presets', 'strategies', 'projects', 'recovery', 'search', 'sessions'])(
      'has all %s as before',
      (what) => {
        const paths = Object.keys(then).filter((path) => path.startsWith(`/api/${what}`));
        expect(paths).not.toEqual([]);
        const found = paths.flatMap((path) =>
          differences(path, comparable(path, then[path]), comparable(path, withWire(now, path))),
        );
        expect(found.filter((line) => !CHANGED.some(([pattern]) => pattern.test(line)))).toEqual([]);
      },
    );

    it('weighs every context as before, but for our tools and the words around a record', () => {
      const paths = Object.keys(then).filter((path) => /\/(?:status|context|requests\/\w+)$/.test(path));
      expect(paths.length).toBeGreaterThan(20);
      for (const path of paths) expect([path, ...usedOtherwise(now[path])]).toEqual([path, ...usedOtherwise(then[path])]);
    });

    it('exports for people all the words it did', () => {
      const paths = Object.keys(then).filter((path) => path.includes('format=markdown'));
      expect(paths.length).toBeGreaterThan(10);
      for (const path of paths) {
        // Calls and files stand in lines of their own now.
        const lines = String(then[path])
          .split('\n')
          .filter((line) => !/^(?:Calls \S+: |Attachment: )/.test(line));
        expect([path, lines.filter((line) => !String(now[path]).includes(line))]).toEqual([path, []]);
      }
    });

    it('has a memory of every session that had one', () => {
      const sessions = (answers: Answers) =>
        (answers['/api/memories'] as { memories: { sessionId: string }[] }).memories.map(({ sessionId }) => sessionId);
      expect(sessions(now)).toEqual(expect.arrayContaining(sessions(then)));
    });
  });

  it('opens every key it sealed', async () => {
    const { store, secrets } = await openHome({ home, secret: undefined });
    const sealed = (await store.profiles.list()).filter(({ hasSecret }) => hasSecret);
    const opened = sealed.map(async (profile) => [profile.name, (await storedCredentials(store, secrets, profile))?.key]);
    expect(Object.fromEntries(await Promise.all(opened))).toEqual(KEYS);
    await store.close();
  });
});
