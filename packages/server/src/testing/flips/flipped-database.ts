import { cpSync } from 'node:fs';
import { copyDatabase, type DatabaseCopy, onDatabase, type Query } from '../../../../../tests/postgres/database-copy.ts';
import { type Flip, type FlippableHome, flippedNumber, where } from './flipped-home.ts';

/** A copy of a home and of its database with one bit changed; null where its tables refuse the value, or it would be no text. */
export async function flippedDatabase(
  { home }: FlippableHome,
  database: string,
  to: string,
  flip: Flip,
): Promise<(DatabaseCopy & { readonly said: string }) | null> {
  const copy = await copyDatabase(database);
  const said = await onDatabase(copy.url, (query) => changeBit(query, flip)).catch(() => null);
  if (said === null) {
    await copy.drop();
    return null;
  }
  cpSync(home, to, { recursive: true });
  return { ...copy, said };
}

async function changeBit(query: Query, { table, column, row, at }: Flip): Promise<string | null> {
  let numbered = 0;
  const match = where(row).replace(/\?/g, () => `$${++numbered}`);
  const values = row.map(([, value]) => value);
  const asked = `select pg_typeof("${column}")::text as type, "${column}" as value from "${table}" where ${match}`;
  const [found] = await query(asked, values);
  // What only a file has is not in a database.
  if (found === undefined || found.value === null) return null;
  const next = flippedValue(String(found.type), found.value, at);
  if (next === null) return null;
  await query(`update "${table}" set "${column}" = $${values.length + 1} where ${match}`, [...values, next]);
  return `${String(found.value).slice(0, 60)} → ${String(next).slice(0, 60)}`;
}

function flippedValue(type: string, value: unknown, at: number): Buffer | string | bigint | null {
  if (type === 'bytea') return flippedBytes(value as Buffer, at);
  return type === 'text' ? flippedText(String(value), at) : flippedNumber(BigInt(String(value)), at);
}

function flippedBytes(bytes: Buffer, at: number): Buffer {
  const next = Buffer.from(bytes);
  const bit = Math.floor(at * next.length * 8);
  next[bit >> 3] = (next[bit >> 3] as number) ^ (1 << (bit & 7));
  return next;
}

/** Null where it is no text then: a database takes none. */
function flippedText(text: string, at: number): string | null {
  if (text === '') return null;
  const bytes = flippedBytes(Buffer.from(text), at);
  const next = bytes.toString();
  return Buffer.from(next).equals(bytes) && !next.includes('\0') ? next : null;
}
