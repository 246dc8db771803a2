import assert from 'node:assert/strict';
import { type EntryId, type Message, messageText, textMessage } from '@tenfold/core';
import { generateTranscript } from '@tenfold/core/testing';
import { Conflict, Invalid, NotFound } from '../error.ts';
import type { BranchEnd } from '../opened-session.ts';
import type { Store } from '../store.ts';
import { type Law, law, type Open } from './law.ts';
import { storedIds } from './stored-ids.ts';

/** A second branch from the end of `main`. */
async function branchOff(store: Store, session: string): Promise<void> {
  const { head } = await store.heads.get(session);
  await store.heads.create({ session, branch: 'side', head, at: 0 });
}

const user = (text: string) => ({ message: textMessage('user', text) });

/** Laws R1 to R9: the append-only record. */
export function recordLaws(open: Open): Law[] {
  return [
    law(open, 'R2', 'gives back every message byte for byte, oddities included', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const messages: Message[] = [
        ...generateTranscript({ seed: 5, messages: 120, hazards: 'all' }).messages,
        {
          role: 'user',
          parts: [{ type: 'text', text: 'half an emoji \ud83d, a null \0, 東京' }],
          extra: { cache: true, __proto__x: null },
        },
        // Longer than an index takes.
        ...(['tool-call', 'tool-result'] as const).map((type): Message => {
          const id = Array.from({ length: 5_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join('');
          return type === 'tool-call'
            ? { role: 'assistant', parts: [{ type, id, name: 'long', input: {} }] }
            : { role: 'tool', parts: [{ type, id, output: 'Done.' }] };
        }),
      ];
      for (const message of messages) await store.entries.append({ session, entries: [{ message }], at: 1 });
      const page = await store.entries.page(session, { limit: 1000 });
      assert.deepEqual(
        page.map((entry) => JSON.stringify(entry.message)),
        messages.map((message) => JSON.stringify(message)),
      );
      assert.deepEqual(
        page.map((entry) => entry.position),
        messages.map((_, index) => index),
      );
      for (const [index, entry] of page.entries()) assert.equal(entry.parent, page[index - 1]?.id ?? null);
      const verified = await store.verify(session);
      assert.deepEqual(verified, { sessions: 1, entries: messages.length, damages: [] });
    }),
    law(open, 'R3', 'loses and repeats no sequence number under concurrent writers', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      const written = await Promise.all(
        Array.from({ length: 120 }, (_, n) =>
          (n % 2 === 0 ? store : other).entries.append({ session, entries: [user(`a${n}`), user(`b${n}`)], at: 1000 - n }),
        ),
      );
      const sequences = written.flatMap(({ entries }) => entries.map((entry) => entry.sequence)).sort((a, b) => a - b);
      assert.deepEqual(
        sequences,
        Array.from({ length: 240 }, (_, n) => n + 1),
      );
      const { length, version } = await store.heads.get(session);
      assert.deepEqual([length, version], [240, 121]);
      assert.deepEqual((await store.verify(session)).damages, []);
      for (const { entries } of written) assert.equal(entries[1]?.parent, entries[0]?.id);
      await other.close();
    }),
    law(
      open,
      'R7',
      'writes the same whether it is told the end of the branch, an outdated one or none',
      async ({ store, again }) => {
        const other = await again();
        const { messages } = generateTranscript({ seed: 11, messages: 90, hazards: 'all' });
        const sessions = ['told', 'plain'] as const;
        for (const id of sessions) await store.sessions.create({ id, at: 0 });
        const ends: BranchEnd[] = [];
        for (const [n, message] of messages.entries()) {
          if (n === 20) for (const session of sessions) await branchOff(store, session);
          const branch = n > 20 && n % 3 === 0 ? 'side' : 'main';
          const request = { branch, entries: [{ message }], key: `key-${n}`, at: n };
          // Every other end is the branch's own and new, the rest are old or another branch's.
          const fresh = (await store.sessions.open('told', branch)).end;
          const end = n % 2 === 0 ? fresh : (ends[(n * 7) % ends.length] ?? fresh);
          ends.push(fresh);
          const seen: string[] = [];
          const alongside = ({ entries }: { entries: readonly { id: string }[] }) => {
            seen.push(...entries.map(({ id }) => id));
            return { used: { tokens: n, by: 'law' }, events: [{ type: 'entry', data: { n } }] };
          };
          const writer = n % 5 === 0 ? other : store;
          const told = await writer.entries.append({
            ...request,
            session: 'told',
            alongside,
            ...(end.head.branch === branch ? { end } : {}),
          });
          await store.entries.append({ ...request, session: 'plain' });
          assert.equal(seen.at(-1), told.entries[0]?.id);
          const again = await store.entries.append({ ...request, session: 'told', end: told.end });
          assert.deepEqual([again.repeated, again.entries], [true, told.entries]);
          const listed = (await store.sessions.list()).find(({ id }) => id === 'told');
          if (branch === 'main') assert.deepEqual(listed?.used, { tokens: n, by: 'law' });
        }
        const bare = async (session: string, branch: string) =>
          (await store.entries.page(session, { branch, limit: 1000 })).map(({ session: _, ...entry }) => entry);
        for (const branch of ['main', 'side']) assert.deepEqual(await bare('told', branch), await bare('plain', branch));
        const heads = async (session: string) => (await store.heads.list(session)).map(({ session: _, ...head }) => head);
        assert.deepEqual(await heads('told'), await heads('plain'));
        assert.equal((await store.events.after('told', 0)).length, messages.length);
        assert.deepEqual((await store.verify()).damages, []);
        await other.close();
      },
    ),
    law(open, 'R7', 'appends only to what still is as it was seen, where that is asked for', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      const say = (text: string, more: object = {}) => ({ session, entries: [user(text)], at: 1, ...more });
      const first = await store.entries.append(say('first'));
      const told = { events: [{ type: 'entry', data: {} }] };
      const second = await store.entries.appendAtEnd(
        say('walrus', { end: first.end, title: 'Named', key: 'k', alongside: () => told }),
      );
      const { end, session: named } = await other.sessions.open(session);
      assert.deepEqual([second?.entries[0]?.sequence, second?.end, named.title], [2, end, 'Named']);
      assert.equal((await other.search.entries({ text: 'walrus', session })).length, 1);
      assert.equal((await other.events.after(session, 0)).length, 1);
      assert.equal(await store.entries.appendAtEnd(say('walrus', { end, key: 'k' })), null, 'the key was used');
      const changes: Record<string, () => Promise<unknown>> = {
        'more was said': () => other.entries.append(say('third')),
        'something stands behind it': async () => {
          await branchOff(other, session);
          await other.entries.append(say('fourth', { branch: 'side' }));
        },
        'it has another name': () => other.sessions.update(session, { title: 'Walrus', at: 2 }),
        'turns go on another branch': () => other.sessions.switchTo(session, 'side'),
        'it is gone': () => other.sessions.remove(session),
      };
      for (const [why, change] of Object.entries(changes)) {
        const { end: seen } = await store.sessions.open(session);
        await change();
        const entries = async () => (await other.sessions.list({ id: session }))[0]?.entries;
        const before = await entries();
        assert.equal(await store.entries.appendAtEnd(say('late', { end: seen })), null, why);
        assert.equal(await entries(), before, why);
      }
      await other.close();
    }),
    law(open, 'R4', 'writes once for one key', async ({ store, again }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const request = { session, entries: [user('hello'), user('again')], key: 'k1', at: 1 };
      const other = await again();
      const results = await Promise.all([store, other, store].map((writer) => writer.entries.append(request)));
      assert.deepEqual(await store.entries.appended(session, ['k0', 'k1']), ['k1']);
      assert.deepEqual(await store.entries.appended(session, []), []);
      const later = await store.entries.append({ ...request, at: 2 });
      const ids = new Set([...results, later].map(({ entries }) => entries.map((entry) => entry.id).join()));
      assert.equal(ids.size, 1);
      assert.equal(results.filter(({ repeated }) => !repeated).length, 1);
      assert.equal(later.repeated, true);
      assert.equal((await store.heads.get(session)).length, 2);
      await assert.rejects(store.entries.append({ ...request, entries: [user('other')] }), Conflict);
      await other.close();
    }),
    law(open, 'R5', 'undoes only the job that failed', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const jobs = Array.from({ length: 30 }, (_, n) =>
        store.entries.append({ session: n % 3 === 0 ? 'nowhere' : session, entries: [user(`${n}`)], at: n }),
      );
      const outcomes = await Promise.allSettled(jobs);
      for (const [n, { status }] of outcomes.entries()) assert.equal(status, n % 3 === 0 ? 'rejected' : 'fulfilled');
      assert.ok(outcomes[0]?.status === 'rejected' && outcomes[0].reason instanceof NotFound);
      assert.equal((await store.heads.get(session)).length, 20);
      await assert.rejects(store.entries.append({ session, entries: [], at: 1 }), Invalid);
      await assert.rejects(store.entries.append({ session, entries: [{ message: {} as Message }], at: 1 }), Invalid);
    }),
    law(open, 'R6', 'has one entry for the same message behind the same entry', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const first = await store.entries.append({ session, entries: [user('question')], at: 1 });
      await store.heads.create({ session, branch: 'again', head: first.head.head, at: 2 });
      const [a, b] = await Promise.all(
        ['main', 'again'].map((branch) => store.entries.append({ session, branch, entries: [user('answer')], at: 3 })),
      );
      assert.equal(a?.entries[0]?.sequence, b?.entries[0]?.sequence);
      const apart = await store.entries.append({ session, branch: 'again', entries: [user('more')], at: 4 });
      const main = await store.entries.append({ session, entries: [user('else')], at: 4 });
      assert.deepEqual([apart.entries[0]?.sequence, main.entries[0]?.sequence], [3, 4]);
      assert.deepEqual([apart.entries[0]?.position, main.entries[0]?.position], [2, 2]);
    }),
    law(open, 'R6', 'reads any stretch of any branch', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const said = async (branch: string, ...texts: string[]) =>
        store.entries.append({ session, branch, entries: texts.map(user), at: 1 });
      const { entries } = await said('main', 'a', 'b', 'c', 'd');
      await store.heads.create({
        session,
        branch: 'fork',
        head: { position: entries[1]?.id ?? null, folds: [], protected: [], settings: {} },
        at: 2,
      });
      await said('fork', 'x', 'y');
      await store.heads.create({
        session,
        branch: 'root',
        head: { position: null, folds: [], protected: [], settings: {} },
        at: 2,
      });
      const root = await said('root', 'other', 'start');
      const texts = async (branch: string) =>
        (await store.entries.page(session, { branch })).map((entry) => messageText(entry.message)).join('');
      assert.deepEqual([await texts('main'), await texts('fork'), await texts('root')], ['abcd', 'abxy', 'otherstart']);
      const fork = await store.heads.get(session, 'fork');
      const middle = await store.entries.range(session, fork.head.position ?? '', 1, 2);
      assert.deepEqual(
        middle.map((entry) => messageText(entry.message)),
        ['b', 'x'],
      );
      assert.deepEqual(await store.entries.page(session, { before: 2, limit: 1 }), [
        await store.entries.get(session, entries[1]?.id ?? ''),
      ]);
      const ids = [...entries, ...root.entries].map((entry) => entry.id);
      const stored = await storedIds(store, session);
      assert.deepEqual(
        ids.filter((id) => !stored.has(id)),
        [],
      );
      await assert.rejects(store.entries.get(session, 'none'), NotFound);
    }),
    law(
      open,
      'R10',
      'goes behind the entry that is named, or nowhere, whoever else goes there at the same moment',
      async ({ store, again }) => {
        const other = await again();
        const { id: session } = await store.sessions.create({ at: 0 });
        const say = (writer: Store, text: string, behind: EntryId | null, end?: BranchEnd) =>
          writer.entries.append({ session, behind, ...(end && { end }), entries: [user(text)], at: 1 });
        let last = await say(store, 'first', null);
        for (let n = 0; n < 20; n++) {
          const { head, end } = last;
          const told = n % 2 === 0 ? end : undefined;
          const behind = head.head.position;
          const tried = [say(store, `one ${n}`, behind, told), say(other, `two ${n}`, behind, told)];
          const settled = await Promise.allSettled(tried);
          const [written, ...more] = settled.filter((one) => one.status === 'fulfilled');
          assert.ok(written !== undefined && more.length === 0);
          const refused = settled.find((one) => one.status === 'rejected');
          assert.ok(refused?.reason instanceof Conflict);
          last = written.value;
        }
        assert.equal((await store.entries.page(session, { limit: 100 })).length, 21);
        assert.deepEqual(await store.revisions.list(session), []);
        await other.close();
      },
    ),
    law(open, 'R9', 'begins a session as one that is made and then appended to', async ({ store }) => {
      const entries = generateTranscript({ seed: 9, messages: 40, hazards: 'all' }).messages.map((message, n) => ({
        message,
        countedTokens: n,
      }));
      const began = await store.sessions.begin({ id: 'began', title: 'Walruses', entries, at: 1 });
      await store.sessions.create({ id: 'made', title: 'Walruses', at: 1 });
      const made = await store.entries.append({ session: 'made', entries, at: 1 });
      const seen = async (id: string) =>
        JSON.parse(
          JSON.stringify({
            session: await store.sessions.open(id),
            listed: (await store.sessions.list({ id })).map(({ order: _, ...rest }) => rest),
            context: await store.contexts.load(id),
            entries: await store.entries.page(id, { limit: 100 }),
            found: (await store.search.entries({ text: 'the', session: id })).map(({ entry }) => entry),
          }).replaceAll(`"${id}"`, '"it"'),
        );
      assert.deepEqual(await seen('began'), await seen('made'));
      assert.ok((await seen('began')).found.length > 0);
      assert.deepEqual({ ...began.end.head, session: '' }, { ...made.end.head, session: '' });
      // What comes behind is told the end, and what stands there is found.
      const next = { session: 'began', end: began.end, entries: [user('the walrus speaks')], at: 2 };
      assert.equal((await store.entries.append(next)).entries[0]?.sequence, entries.length + 1);
      assert.equal((await store.search.entries({ text: 'walrus' })).length, 1);
      assert.deepEqual((await store.verify()).damages, []);
      await assert.rejects(store.sessions.begin({ id: 'began', entries, at: 1 }));
      await assert.rejects(store.sessions.begin({ id: 'empty', entries: [], at: 1 }), Invalid);
    }),
    law(open, 'R2', 'keeps text that no database takes as near as it can, and answers what it kept', async ({ store }) => {
      const odd = 'null \0 half \ud83d';
      const plain = 'null \u{FFFD} half \u{FFFD}';
      const made = await store.sessions.create({ title: odd, at: 0 });
      assert.deepEqual(await store.sessions.get(made.id), made);
      assert.equal(made.title, plain);
      const renamed = await store.sessions.update(made.id, { title: `${odd}!`, at: 1 });
      assert.deepEqual([renamed.title, (await store.sessions.get(made.id)).title], [`${plain}!`, `${plain}!`]);
      const untitled = await store.sessions.create({ at: 2 });
      const { end } = await store.entries.append({ session: untitled.id, entries: [user(odd)], title: odd, key: odd, at: 3 });
      assert.deepEqual([end.title, (await store.sessions.get(untitled.id)).title], [plain, plain]);
      assert.equal((await store.entries.append({ session: untitled.id, entries: [user(odd)], key: odd, at: 4 })).repeated, true);
      assert.equal(messageText((await store.entries.page(untitled.id))[0]?.message as Message), odd);
      await store.projects.create({ name: odd, at: 5 });
      assert.equal((await store.projects.list())[0]?.name, plain);
      const { hash } = await store.answers.put({ hash: 'h', text: odd, by: 'm', at: 6 });
      assert.equal((await store.answers.get(hash))?.text, plain);
    }),
  ];
}
