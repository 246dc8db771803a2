import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { NotFound } from './error.ts';
import { refuseMore } from './refuse-more.ts';
import { findRow, getRow, listRows, updateRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';

/** What somebody may do: administrators also do what concerns all. */
export type Role = 'admin' | 'user';

/** Somebody with conversations of their own: `id` is the owner of their rows. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Who vouches for them, and under what name, where that is not this server. */
  readonly identity: { readonly issuer: string; readonly subject: string } | null;
  readonly role: Role;
  /** Nobody comes in under this name, whatever they show. */
  readonly disabled: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a token opens: everything its person may do, or reading alone. */
export type TokenScope = 'full' | 'read';

/** A token without its text, which is known to its person alone. */
export interface Token {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly usedAt: number | null;
  readonly revokedAt: number | null;
}

/** People and their tokens, over all owners. */
export interface People {
  add(person: { id?: string; name: string; identity?: Person['identity']; role: Role; at: number }): Promise<Person>;
  get(id: string): Promise<Person>;
  /** Whoever an issuer vouches for; added as a user who was not here before. */
  meet(identity: NonNullable<Person['identity']>, name: string, at: number): Promise<Person>;
  list(): Promise<readonly Person[]>;
  change(id: string, change: { name?: string; role?: Role; disabled?: boolean; at: number }): Promise<Person>;
  addToken(token: {
    id?: string;
    person: string;
    name: string;
    hash: string;
    scope: TokenScope;
    expiresAt?: number | null;
    at: number;
  }): Promise<Token>;
  /** Whose token has this hash; null where none has. Says what is stored: whether it still counts is for the caller. */
  byToken(hash: string): Promise<{ readonly person: Person; readonly token: Token } | null>;
  tokens(person: string): Promise<readonly Token[]>;
  /** Of these people, the ids of those who are let in and of their tokens that are not revoked. */
  active(people: readonly string[]): Promise<ReadonlySet<string>>;
  /** Notes that a token was used. */
  useToken(id: string, at: number): Promise<void>;
  /** Ends a token; one that is revoked stays so. */
  revokeToken(person: string, id: string, at: number): Promise<Token>;
}

/** Tokens one person may have, and how many of those that are revoked are shown among them. */
const MAX_TOKENS = 1_000;
const MAX_REVOKED = 500;

/** The people of a store. */
export function createPeople({ people: scope }: Pick<Scope, 'people'>): People {
  return {
    add: ({ id = randomUUID(), name, identity = null, role, at }) =>
      scope.write([], async (db) => personOf(await insertPerson(db, { id, name, identity, role, at }))),
    get: async (id) => personOf(await getRow(scope.read, 'people', 'person', { id })),
    async meet({ issuer, subject }, name, at) {
      const known = await findRow(scope.read, 'people', { issuer, subject });
      if (known !== undefined) return personOf(known);
      return scope.write([`person ${issuer} ${subject}`], async (db) => {
        const quicker = await findRow(db, 'people', { issuer, subject });
        const wish = { id: randomUUID(), name, identity: { issuer, subject }, role: 'user', at } as const;
        return personOf(quicker ?? (await insertPerson(db, wish)));
      });
    },
    list: async () => (await listRows(scope.read, 'people', {}, ['created_at', 'id'])).map(personOf),
    change: (id, { disabled, at, ...change }) =>
      scope.write([`person ${id}`], async (db) => {
        const set = { ...change, ...(disabled === undefined ? {} : { disabled: Number(disabled) }), updated_at: at };
        const row = await db.updateTable('people').set(set).where('id', '=', id).returningAll().executeTakeFirst();
        if (row === undefined) throw new NotFound('person', id);
        return personOf(row);
      }),
    addToken: ({ id = randomUUID(), person, name, hash, scope: opens, expiresAt = null, at }) =>
      scope.write([], async (db) => {
        await getRow(db, 'people', 'person', { id: person });
        // One that is not there opens as little as one that is revoked, so the oldest of those make room.
        const revoked = db.selectFrom('tokens').select('id').where('person', '=', person).where('revoked_at', 'is not', null);
        const old = revoked.orderBy('revoked_at', 'desc').orderBy('id').limit(MAX_TOKENS).offset(MAX_REVOKED);
        await db.deleteFrom('tokens').where('id', 'in', old).execute();
        await refuseMore(db, { table: 'tokens', of: { person }, max: MAX_TOKENS, called: 'tokens' });
        const row = {
          id,
          person,
          name,
          hash,
          scope: opens,
          created_at: at,
          expires_at: expiresAt,
          used_at: null,
          revoked_at: null,
        };
        await db.insertInto('tokens').values(row).execute();
        return tokenOf(row);
      }),
    async byToken(hash) {
      const token = await findRow(scope.read, 'tokens', { hash });
      if (token === undefined) return null;
      const person = await findRow(scope.read, 'people', { id: token.person });
      // A token whose person is not there opens nothing.
      return person === undefined ? null : { person: personOf(person), token: tokenOf(token) };
    },
    tokens: async (person) => (await listRows(scope.read, 'tokens', { person }, ['created_at', 'id'])).map(tokenOf),
    active: (people) => activeOf(scope.read, people),
    useToken: (id, at) => scope.write([], (db) => updateRows(db, 'tokens', { id }, { used_at: at })),
    revokeToken: (person, id, at) =>
      scope.write([], async (db) => {
        const row = await db
          .updateTable('tokens')
          .set((on) => ({ revoked_at: on.fn.coalesce('revoked_at', on.val(at)) }))
          .where('id', '=', id)
          .where('person', '=', person)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) throw new NotFound('token', id);
        return tokenOf(row);
      }),
  };
}

async function activeOf(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const [persons, tokens] = await Promise.all([
    db.selectFrom('people').select('id').where('id', 'in', people).where('disabled', '=', 0).execute(),
    db.selectFrom('tokens').select('id').where('person', 'in', people).where('revoked_at', 'is', null).execute(),
  ]);
  return new Set([...persons, ...tokens].map(({ id }) => id));
}

async function insertPerson(
  db: Db,
  { id, name, identity, role, at }: Pick<Person, 'id' | 'name' | 'identity' | 'role'> & { at: number },
): Promise<Selectable<Schema['people']>> {
  const { issuer = null, subject = null } = identity ?? {};
  const row = { id, name, issuer, subject, role, disabled: 0, created_at: at, updated_at: at };
  await db.insertInto('people').values(row).execute();
  return row;
}

function personOf(row: Selectable<Schema['people']>): Person {
  const { id, name, issuer, subject } = row;
  return {
    id,
    name,
    identity: issuer === null || subject === null ? null : { issuer, subject },
    role: row.role as Role,
    disabled: row.disabled === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function tokenOf(row: Selectable<Schema['tokens']>): Token {
  return {
    id: row.id,
    person: row.person,
    name: row.name,
    scope: row.scope as TokenScope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    revokedAt: row.revoked_at,
  };
}
