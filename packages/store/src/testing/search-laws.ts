import assert from 'node:assert/strict';
import { type Message, textMessage } from '@tenfold/core';
import { NotFound } from '../error.ts';
import { summaryOf } from './head-laws.ts';
import { type Law, law, type Open } from './law.ts';

const SAID: readonly (readonly [said: string, asked: string])[] = [
  ['The parser lives in src/core/parse_lines.ts now', 'parse_lines'],
  ['Das Gespräch geht über Straßenbahnen', 'gesprach'],
  ['私は東京都に住んでいます', '東京'],
  ['ฉันชอบกินข้าวผัด', 'ข้าว'],
  ['Мы решили хранить всё', 'решили'],
  ['العربية لغة جميلة', 'جميلة'],
  ['한국어 문장입니다', '한국'],
  ['error code E4291 at 10:42', 'e4291'],
  ['emoji 🎉 party', 'party'],
  ['quoted "exact phrase here" said', '"exact phrase"'],
  ['beginnings of words count: hypothetical', 'hypoth'],
];

/** Laws Q1 and Q2: full-text search. */
export function searchLaws(open: Open): Law[] {
  return [
    law(open, 'Q1', 'finds what was said in any script, folded or not', async ({ store }) => {
      const { id: session } = await store.sessions.create({ title: 'Scripts', at: 0 });
      const entries = SAID.map(([said]) => ({ message: textMessage('user', said) }));
      const { entries: stored, head } = await store.entries.append({ session, entries, at: 1 });
      const ids = stored.map((entry) => entry.id);
      const fold = summaryOf('f', ids[0] ?? '', ids.at(-1) ?? '');
      await store.heads.swap({ session, expect: head.version, head: { ...head.head, folds: ['f'] }, folds: [fold], at: 2 });
      for (const [index, [said, asked]] of SAID.entries()) {
        const hits = await store.search.entries({ text: asked });
        assert.deepEqual(
          hits.map((hit) => hit.entry),
          [ids[index]],
          asked,
        );
        const [hit] = hits;
        assert.equal(hit?.snippet, said);
        assert.equal(hit.sessionTitle, 'Scripts');
        assert.ok(hit.marks.length > 0, `marks for ${asked}`);
        for (const [start, length] of hit.marks) assert.ok(length > 0 && start + length <= said.length);
      }
    }),
    law(open, 'Q1', 'finds tool calls, results and file names, and needs every word', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const message: Message = {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'c', name: 'read_file', input: { path: 'docs/manual.md', deep: ['needle'] } },
          { type: 'tool-call', id: 'd', name: 'patch', input: 'bare haystack' },
          { type: 'tool-result', id: 'c', output: [{ type: 'text', text: 'grommet' }] },
          { type: 'attachment', mediaType: 'image/png', name: 'diagram.png' },
        ],
      };
      await store.entries.append({ session, entries: [{ message }], at: 1 });
      const found = async (text: string) => (await store.search.entries({ text, session })).length;
      for (const text of ['needle', 'manual', 'haystack', 'grommet', 'diagram', 'read_file grommet'])
        assert.equal(await found(text), 1, text);
      assert.equal(await found('needle absent'), 0);
    }),
    law(open, 'Q1', 'takes any text as a query', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      await store.entries.append({ session, entries: [{ message: textMessage('user', 'plain') }], at: 1 });
      for (const text of [
        '',
        '   ',
        '"',
        '""',
        '* AND OR NOT NEAR(',
        'a" OR "b',
        "';--",
        '^-+:(){}[]',
        '\ud800',
        '\0',
        'x'.repeat(5000),
        'a '.repeat(500),
      ])
        assert.ok(Array.isArray(await store.search.entries({ text })), text);
      assert.equal((await store.search.entries({ text: 'plain', limit: 0 })).length, 0);
      await assert.rejects(store.search.entries({ text: 'plain', session: 'none' }), NotFound);
    }),
    law(open, 'Q2', 'forgets what was removed', async ({ store }) => {
      const keep = await store.sessions.create({ title: 'kept', at: 0 });
      const gone = await store.sessions.create({ title: 'gone', at: 0 });
      for (const { id: session } of [keep, gone]) {
        await store.entries.append({ session, entries: [{ message: textMessage('user', 'walrus') }], at: 1 });
        const content = { summaryText: 'about a walrus', topics: ['tusks'] };
        await store.snapshots.create({ session, kind: 'memory', content, messageCutoffId: null, tokenCount: 4, at: 2 });
        await store.snapshots.create({ session, kind: 'summary', content, messageCutoffId: null, tokenCount: 4, at: 2 });
      }
      assert.equal((await store.search.memories({ text: 'tusks' })).length, 2);
      await store.sessions.remove(gone.id);
      assert.deepEqual(
        (await store.search.entries({ text: 'walrus' })).map((hit) => hit.session),
        [keep.id],
      );
      const [memory] = await store.search.memories({ text: 'walrus' });
      assert.deepEqual([memory?.session, memory?.sessionTitle, memory?.snippet], [keep.id, 'kept', 'about a walrus\ntusks']);
      await store.snapshots.remove(keep.id, memory?.snapshot ?? '');
      assert.deepEqual(await store.search.memories({ text: 'walrus' }), []);
      await assert.rejects(store.snapshots.remove(keep.id, memory?.snapshot ?? ''), NotFound);
    }),
  ];
}
