import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchFolder } from '../testing/sample-files.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

/** A home of its own, with files that were last changed in the order they are given. */
async function homeWith(name: string, files: readonly (readonly [string, string])[]): Promise<string> {
  const home = scratch.at(name);
  await mkdir(home);
  for (const [at, [file, text]] of files.entries()) {
    const full = path.join(home, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
    await utimes(full, 1_000_000 + at, 1_000_000 + at);
  }
  return home;
}

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const claude = (text: string) =>
  lines({ type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's', message: { role: 'user', content: text } });
const codex = (text: string) =>
  lines(
    { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 'c', cwd: '/a' } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
  );

const xrayLast = async (home: string, ...args: string[]) => {
  const { code, out, err } = await tenfoldHere(['xray', ...args, '--json'], { HOME: home });
  return { code, err, largest: code === 0 ? JSON.parse(out).largest[0]?.what : undefined };
};

it('takes the newest session in which something was said, of any program or of the one named', async () => {
  const home = await homeWith('three', [
    ['.claude/projects/-a/old.jsonl', claude('from Claude Code, earlier')],
    ['.claude/projects/-b/new.jsonl', claude('from Claude Code')],
    ['.codex/sessions/2026/01/02/rollout-2.jsonl', codex('from Codex')],
    ['.claude/projects/-b/agent-7.jsonl', claude('from a sub-agent')],
    ['.claude/projects/-b/new/subagents/agent-8.jsonl', claude('from a sub-agent')],
    ['.codex/sessions/2026/01/03/rollout-3.jsonl', lines({ type: 'session_meta', payload: { id: 'empty' } })],
  ]);
  await symlink('deleted.jsonl', path.join(home, '.claude/projects/-b/link.jsonl'));
  expect(await xrayLast(home, '--last')).toMatchObject({ code: 0, largest: 'from Codex' });
  expect(await xrayLast(home, '--last', 'claude')).toMatchObject({ code: 0, largest: 'from Claude Code' });
});

it("reads opencode's database, and what versions before it kept", async () => {
  const folder = '.local/share/opencode';
  const home = await homeWith('opencode', [
    [`${folder}/storage/session/p/ses_1.json`, '{"id":"ses_1","title":"t"}'],
    [`${folder}/storage/message/ses_1/msg_1.json`, '{"id":"msg_1","role":"user"}'],
    [`${folder}/storage/part/msg_1/prt_1.json`, '{"type":"text","text":"from files"}'],
  ]);
  expect(await xrayLast(home, '--last')).toMatchObject({ code: 0, largest: 'from files' });
  const database = new DatabaseSync(path.join(home, folder, 'opencode.db'));
  database.exec(`
    create table session (id text, parent_id text, title text, directory text, time_updated integer);
    create table message (id text, session_id text, time_created integer, data text);
    create table part (id text, message_id text, session_id text, data text);
    insert into session values ('ses_1', null, 'old', '/a', 1), ('ses_2', null, 'new', '/a', 2), ('ses_3', 'ses_2', 'sub-agent', '/a', 3);
    insert into message values ('msg_1', 'ses_2', 1, '{"role":"user"}'), ('msg_2', 'ses_3', 1, '{"role":"user"}');
    insert into part values ('prt_1', 'msg_1', 'ses_2', '{"type":"text","text":"from the database"}');
    insert into part values ('prt_2', 'msg_2', 'ses_3', '{"type":"text","text":"from a sub-agent"}');`);
  database.close();
  expect(await xrayLast(home, '--last', 'opencode')).toMatchObject({ code: 0, largest: 'from the database' });
});

it('says where it looked when there is nothing, and what to give it when nothing is named', async () => {
  const home = await homeWith('empty', []);
  const { code, err } = await xrayLast(home, '--last', 'codex');
  expect(code).toBe(2);
  expect(err).toContain(`no session of Codex was found; looked at ${path.join(home, '.codex', 'sessions')}`);
  expect((await xrayLast(home)).err).toContain('expected a file, or --last');
  expect((await xrayLast(home, 'a.json', '--last')).err).toContain('found both');
});

it('tells in the end what it comes to and what to type, and nothing of the folder of the person', async () => {
  const text = Array.from({ length: 4_000 }, (_, at) => `line ${at % 50} of src/limiter-${at % 7}.ts`).join('\n');
  const home = await homeWith('verdict', [
    ['.claude/projects/-a/s.jsonl', claude(text) + claude('And now?').replace('u1', 'u2')],
  ]);
  const { out } = await tenfoldHere(['xray', '--last'], { HOME: home });
  expect(out).not.toContain(home);
  expect(out).toContain('Claude Code ~/.claude/projects/-a/s.jsonl');
  expect(out).toMatch(/In short\n(.*\n)* {2}To have it so: npm run tenfold -- claude\n$/);
  const named = await tenfoldHere(['xray', path.join(home, '.claude/projects/-a/s.jsonl')]);
  expect(named.out).toMatch(/To have it so: npm run tenfold -- condense /);
});

it('writes a page that needs nothing but itself and runs nothing it shows', async () => {
  const home = await homeWith('page', [['.claude/projects/-a/s.jsonl', claude('<script>alert(1)</script> "quoted"')]]);
  const html = scratch.at('page.html');
  expect((await tenfoldHere(['xray', '--last', '--html', html], { HOME: home })).code).toBe(0);
  const text = await readFile(html, 'utf8');
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toMatch(/<script|src=|href=|url\(|@import/);
});
