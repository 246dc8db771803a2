import { sql } from 'kysely';
import type pg from 'pg';
import { spaced } from '../fts.ts';
import type { OneEntry } from '../one-entry.ts';
import type { Db } from '../schema.ts';
import { sha256 } from '../sha256.ts';
import { storable } from '../storable-text.ts';
import { tsvectors } from './tsvector.ts';

/** What the function takes, in this order: its type, and where it comes from. */
const TAKEN: Readonly<Record<string, readonly [type: string, of: (entry: OneEntry) => unknown]>> = {
  session: ['text', (entry) => entry.session],
  branch: ['text', (entry) => entry.branch],
  segment: ['bigint', (entry) => entry.segment],
  version: ['bigint', (entry) => entry.seen_version],
  length: ['bigint', (entry) => entry.seen_length],
  session_version: ['bigint', (entry) => entry.seen_session],
  current: ['text', (entry) => entry.seen_current],
  id: ['text', (entry) => entry.id],
  parent: ['text', (entry) => entry.parent],
  role: ['text', (entry) => entry.role],
  message: ['text', (entry) => entry.message],
  digest: ['text', (entry) => entry.digest],
  input: ['bigint', (entry) => entry.input_tokens],
  output: ['bigint', (entry) => entry.output_tokens],
  counted: ['bigint', (entry) => entry.counted_tokens],
  created: ['bigint', (entry) => entry.created_at],
  words: ['text[]', (entry) => tsvectors(spaced(entry.text))],
  used: ['bigint', (entry) => entry.used_tokens],
  counted_by: ['text', (entry) => entry.counted_by],
  key: ['text', (entry) => entry.key],
  key_digest: ['text', (entry) => entry.key_digest],
  called: ['text', (entry) => entry.title],
  preview: ['text', (entry) => entry.preview],
  searched: ['text', (entry) => entry.searched],
  at: ['bigint', (entry) => entry.updated_at],
  types: ['text[]', (entry) => entry.events.map(({ type }) => type)],
  actors: ['text[]', (entry) => storable(entry.events.map(({ actor = null }) => actor))],
  datas: ['text[]', (entry) => entry.events.map(({ data }) => JSON.stringify(data))],
};

/**
 * The statements of an append, one behind the other, so that rules for rows see what the ones before wrote. Each finds its row by the one index
 * that leads to it alone: given a choice, a planner without figures may take one that leads to all rows of a person or a session.
 */
const BODY = `
declare s record; is_named boolean; entry_number bigint;
begin
  if not pg_try_advisory_xact_lock(p_lock) then return; end if;
  select owner, version, branch, title, last_sequence, last_event into s from SCHEMA.sessions where id = p_session;
  if not found or s.owner <> p_owner or s.version <> p_session_version or s.branch <> p_current then return; end if;
  perform from SCHEMA.heads where session = p_session and branch = p_branch and version = p_version;
  if not found then return; end if;
  if p_key is not null then
    perform from SCHEMA.append_keys where session = p_session and key = p_key;
    if found then return; end if;
  end if;
  insert into SCHEMA.entries (session, id, parent, segment, position, sequence, role, message, digest,
      input_tokens, output_tokens, counted_tokens, created_at)
    values (p_session, p_id, p_parent, p_segment, p_length, s.last_sequence + 1, p_role, p_message, p_digest, p_input, p_output, p_counted, p_created)
    on conflict (session, segment, position) do nothing returning number into entry_number;
  if not found then return; end if;
  update SCHEMA.heads set version = p_version + 1, position = p_id, length = p_length + 1, updated_at = p_at,
      used_tokens = p_used, counted_by = p_counted_by
    where session = p_session and branch = p_branch;
  is_named := s.title = '' and p_called is not null;
  update SCHEMA.sessions set last_sequence = s.last_sequence + 1, last_event = s.last_event + cardinality(p_types),
      title = case when is_named then p_called else s.title end, version = s.version + is_named::int,
      preview = p_preview, searched = p_searched, updated_at = p_at, touched = nextval('SCHEMA.session_touches')
    where id = p_session;
  for i in 1 .. cardinality(p_words) loop
    insert into SCHEMA.entry_words (number, words) values (entry_number, p_words[i]::tsvector);
  end loop;
  for i in 1 .. cardinality(p_types) loop
    insert into SCHEMA.events (session, sequence, type, actor, data, at)
      values (p_session, s.last_event + i, p_types[i], p_actors[i], p_datas[i], p_at);
  end loop;
  if p_key is not null then
    insert into SCHEMA.append_keys (session, key, digest, entries) values (p_session, p_key, p_key_digest, '["' || p_id || '"]');
  end if;
  return query select s.last_sequence + 1, s.last_event + cardinality(p_types),
    case when is_named then p_called else s.title end, s.version + is_named::int, s.branch;
end`;

const PARAMETERS = ['p_lock bigint', 'p_owner text', ...Object.entries(TAKEN).map(([name, [type]]) => `p_${name} ${type}`)];
/** Named by what it does: servers of several versions each call their own. */
const NAME = `append_entry_${sha256(PARAMETERS.join() + BODY).slice(0, 12)}`;
const PLACES = PARAMETERS.map((_, index) => `$${index + 1}`).join(', ');

/** Makes the function that appends an entry where it is not there yet. False where there is none and no right to make it: then it is done statement by statement. */
export async function makeAppendFunction(db: Db, schema: string): Promise<boolean> {
  const text = `create function ${schema}.${NAME}(${PARAMETERS.join(', ')})
    returns table (last_sequence bigint, last_event bigint, title text, version bigint, branch text)
    language plpgsql as $append$
#variable_conflict use_column${BODY.replaceAll('SCHEMA', schema)}$append$`;
  const there = sql<{ there: boolean }>`select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schema} and p.proname = ${NAME}) as there`;
  if ((await there.execute(db)).rows[0]?.there) return true;
  await sql.raw(`do $do$ begin ${text}; exception when insufficient_privilege then null; end $do$`).execute(db);
  return (await there.execute(db)).rows[0]?.there === true;
}

/** The statement that appends an entry. */
export function appendStatement(schema: string, lock: bigint, owner: string, entry: OneEntry): pg.QueryConfig {
  const values = [String(lock), owner, ...Object.values(TAKEN).map(([, of]) => of(entry))];
  return { text: `select * from ${schema}.${NAME}(${PLACES})`, values: storable(values) };
}
