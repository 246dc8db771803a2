import { createHash, randomBytes } from 'node:crypto';
import { MAX_NAME } from '@tenfold/core';
import { LEFT, type Person, type Store, type Token, type TokenScope } from '@tenfold/store';
import { type Log, reasonOf } from './log.ts';
import { sleep } from './sleep.ts';

/** Begins every token, so that one is known for what it is wherever it turns up. */
export const TOKEN_PREFIX = 'tfp_';
const TOKEN_BYTES = 32;
/** How exactly the last use of a token is kept. */
const USED_MS = 60_000;
const DAY_MS = 86_400_000;
/** How often turns are asked to end, and how long each time they may take. */
const END_TRIES = 12;
const END_MS = 250;
const MAX_SUBJECT = 2_000;

/** Who comes with a token, and what it opens. */
export interface Admitted {
  readonly person: Person;
  readonly scope: TokenScope;
  /** What they came with, where it is one of ours. */
  readonly token: Token | null;
}

/** What somebody was let in on. */
export interface Admission {
  readonly person: string;
  /** The token of ours, where it was one. */
  readonly token: string | null;
  /** When it ends by itself. */
  readonly until: number | null;
}

/** Those who share a server. */
export interface People {
  list(): Promise<readonly Person[]>;
  add(wish: { name: string; role: Person['role'] }): Promise<Person>;
  /** Who is let in no more has nothing answered any more. */
  change(id: string, change: { name?: string; role?: Person['role']; disabled?: boolean }): Promise<Person>;
  tokens(person: string): Promise<readonly Token[]>;
  /** Makes a token. Its text is in the answer and nowhere else. */
  addToken(
    person: string,
    wish: { name: string; scope: TokenScope; days?: number | null },
  ): Promise<{ token: Token; text: string }>;
  revokeToken(person: string, token: string): Promise<Token>;
  /** Who comes with this token; null where it is unknown, revoked or too old, or its person is not let in. */
  admit(text: string): Promise<Admitted | null>;
  /** Who comes with the word of an issuer; null where that person is not let in. */
  meet(identity: NonNullable<Person['identity']>, name: string): Promise<Admitted | null>;
  /** Which of these no longer let anybody in: revoked or too old, or their person is not let in any more. */
  lapsed(admissions: readonly Admission[]): Promise<ReadonlySet<Admission>>;
}

/** The people of a store. */
export function peopleIn({ people, for: storeOf }: Pick<Store, 'people' | 'for'>, now: () => number, log: Log): People {
  return {
    list: () => people.list(),
    add: (wish) => people.add({ ...wish, at: now() }),
    async change(id, change) {
      const person = await people.change(id, { ...change, at: now() });
      if (change.disabled === true) await endTurns(storeOf(id));
      return person;
    },
    tokens: (person) => people.tokens(person),
    async addToken(person, { name, scope, days = null }) {
      const text = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = days === null ? null : now() + days * DAY_MS;
      return { token: await people.addToken({ person, name, hash: hashOf(text), scope, expiresAt, at: now() }), text };
    },
    revokeToken: (person, token) => people.revokeToken(person, token, now()),
    async admit(text) {
      const found = await people.byToken(hashOf(text));
      if (found === null) return null;
      const { person, token } = found;
      const isOver = token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now());
      if (isOver || person.disabled) return null;
      if (token.usedAt === null || now() - token.usedAt > USED_MS)
        people.useToken(token.id, now()).catch((error: unknown) => log.warn('token-use-not-noted', { reason: reasonOf(error) }));
      return { person, scope: token.scope, token };
    },
    async meet(identity, name) {
      if (!isSubject(identity.subject)) return null;
      const person = await people.meet(identity, name.slice(0, MAX_NAME), now());
      return person.disabled ? null : { person, scope: 'full', token: null };
    },
    async lapsed(admissions) {
      const active = await people.active([...new Set(admissions.map(({ person }) => person))]);
      const counts = ({ person, token, until }: Admission) =>
        active.has(person) && (token === null || active.has(token)) && (until === null || until > now());
      return new Set(admissions.filter((admission) => !counts(admission)));
    },
  };
}

/**
 * Ends answers to somebody who is let in no more, whichever process gives them: each step of a turn has a row of its own, so it is asked
 * for again until there is none. Messages that wait are left to them for when they come back.
 */
async function endTurns({ pending }: Pick<Store, 'pending'>): Promise<void> {
  for (let tries = 0; tries < END_TRIES; tries++) {
    const rows = (await pending.list()).filter(({ lease }) => lease !== LEFT);
    if (rows.length === 0) return;
    for (const { id, session, lease, place } of rows)
      await (place === null ? pending.stop(session) : pending.leave(session, lease, id));
    await sleep(END_MS);
  }
}

/** Whether it names one person and no other: what cannot be stored as it is would be taken for somebody else's. */
function isSubject(subject: string): boolean {
  return subject.trim() !== '' && subject.length <= MAX_SUBJECT && subject.isWellFormed() && !subject.includes('\0');
}

/** A token has more bits than anybody can try, so a plain hash keeps it. */
function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
