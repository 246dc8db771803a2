import { sql } from 'kysely';
import type pg from 'pg';
import { sha256 } from '../column-json.ts';
import { spaced } from '../fts.ts';
import type { OneEntry, OneWritten } from '../one-entry.ts';
import type { Db } from '../schema.ts';
import { storable } from '../storable.ts';
import { tsvectorArray, tsvectors } from './tsvector.ts';

/** Stands for the text of the parts, which a message and what is told of it have in common; JSON has no such letter. */
const PARTS = '\x01';
const MARK = `E'\\x01'`;

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
  parts: ['text', (entry) => entry.parts],
  message: ['text', (entry) => entry.message.replace(entry.parts, PARTS)],
  digest: ['text', (entry) => entry.digest],
  input: ['bigint', (entry) => entry.input_tokens],
  output: ['bigint', (entry) => entry.output_tokens],
  counted: ['bigint', (entry) => entry.counted_tokens],
  created: ['bigint', (entry) => entry.created_at],
  words: ['tsvector[]', (entry) => tsvectorArray(tsvectors(spaced(entry.text)))],
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
  datas: ['text', ({ events, parts }) => events.map(({ data }) => JSON.stringify(data).replace(parts, PARTS)).join('\n')],
};

/**
 * The statements of an append, one behind the other, so that rules for rows see what the ones before wrote. The first writes only where all is as it
 * was seen. Each finds its row by the one index that leads to it alone: given a choice, a planner without figures may take one that leads to all
 * rows of a person or a session.
 */
const BODY = `
declare s record; entry_number bigint; told text[] := string_to_array(replace(p_datas, ${MARK}, p_parts), E'\\n');
begin
  if not pg_try_advisory_xact_lock(p_lock) then return null; end if;
  if p_key is not null then
    perform from SCHEMA.append_keys where session = p_session and key = p_key;
    if found then return null; end if;
  end if;
  update SCHEMA.heads set version = p_version + 1, position = p_id, length = p_length + 1, updated_at = p_at,
      used_tokens = p_used, counted_by = p_counted_by
    where session = p_session and branch = p_branch and version = p_version
      and (select owner = p_owner and version = p_session_version and branch = p_current from SCHEMA.sessions where id = p_session)
      and (select false from SCHEMA.entries where session = p_session and segment = p_segment and position = p_length) is null;
  if not found then return null; end if;
  update SCHEMA.sessions set last_sequence = last_sequence + 1, last_event = last_event + cardinality(told),
      title = case when title = '' then coalesce(p_called, '') else title end,
      version = version + (title = '' and p_called is not null)::int,
      preview = p_preview, searched = p_searched, updated_at = p_at, touched = nextval('SCHEMA.session_touches')
    where id = p_session returning last_sequence, last_event - cardinality(told) as told into s;
  if s.last_sequence < 1 or s.told < 0 then raise unique_violation using message = 'a count of the session is damaged'; end if;
  insert into SCHEMA.entries (session, id, parent, segment, position, sequence, role, message, digest,
      input_tokens, output_tokens, counted_tokens, created_at)
    values (p_session, p_id, p_parent, p_segment, p_length, s.last_sequence, p_role, replace(p_message, ${MARK}, p_parts), p_digest,
      p_input, p_output, p_counted, p_created)
    returning number into entry_number;
  for i in 1 .. cardinality(p_words) loop
    insert into SCHEMA.entry_words (number, words) values (entry_number, p_words[i]);
  end loop;
  for i in 1 .. cardinality(told) loop
    insert into SCHEMA.events (session, sequence, type, actor, data, at)
      values (p_session, s.told + i, p_types[i], p_actors[i], told[i], p_at);
  end loop;
  if p_key is not null then
    insert into SCHEMA.append_keys (session, key, digest, entries) values (p_session, p_key, p_key_digest, '["' || p_id || '"]');
  end if;
  return s.last_sequence || ' ' || s.told + cardinality(told);
end`;

const PARAMETERS = ['p_lock bigint', 'p_owner text', ...Object.entries(TAKEN).map(([name, [type]]) => `p_${name} ${type}`)];
/** Named by what it does: servers of several versions each call their own. */
const NAME = `append_entry_${sha256(PARAMETERS.join() + BODY).slice(0, 12)}`;
const PLACES = PARAMETERS.map((_, index) => `$${index + 1}`).join(', ');

/** Makes the function that appends an entry where it is not there yet, and drops those of other versions, whose servers then go statement by statement. False where there is none and no right to make it. */
export async function makeAppendFunction(db: Db, schema: string): Promise<boolean> {
  const { rows } = await functions(db, schema);
  if (rows.some(({ name }) => name === NAME)) return true;
  const text = `create function ${schema}.${NAME}(${PARAMETERS.join(', ')}) returns text
    language plpgsql as $append$
#variable_conflict use_column${BODY.replaceAll('SCHEMA', schema)}$append$`;
  for (const step of [text, ...rows.map(({ place }) => `drop function ${place}`)])
    await sql.raw(`do $do$ begin ${step}; exception when insufficient_privilege then null; end $do$`).execute(db);
  return (await functions(db, schema)).rows.some(({ name }) => name === NAME);
}

/** Those that append an entry, and how each is named with what it takes. */
function functions(db: Db, schema: string) {
  return sql<{ name: string; place: string }>`select p.proname as name, p.oid::regprocedure::text as place
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schema} and p.proname ~ '^append_entry_[0-9a-f]{12}$'`.execute(db);
}

/** The statement that appends an entry. */
export function appendStatement(schema: string, lock: bigint, owner: string, entry: OneEntry): pg.QueryConfig {
  const values = [String(lock), owner, ...Object.values(TAKEN).map(([, of]) => of(entry))];
  return { text: `select ${schema}.${NAME}(${PLACES})`, values: storable(values) };
}

/** What it answered; null where nothing was written. */
export function appended(result: pg.QueryResult | null): OneWritten | null {
  const [said] = (result?.rows[0] ?? []) as readonly (string | null)[];
  if (!said) return null;
  const [last_sequence, last_event] = said.split(' ').map(Number) as [number, number];
  return { last_sequence, last_event };
}
