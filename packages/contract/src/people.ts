import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, list, namedObject, time, title } from './json.ts';

const { delete: remove, get, patch, post } = endpoints('people');

const PersonRole = z.enum(['admin', 'user']);

/** What a token opens: everything its person may do, or reading alone. */
export const TokenScope = z.enum(['full', 'read']);
export type TokenScope = z.infer<typeof TokenScope>;

/** Somebody with conversations of their own. */
export const Person = namedObject('Person', {
  id,
  name: z.string(),
  identity: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  role: PersonRole,
  disabled: z.boolean(),
  createdAt: time,
  updatedAt: time,
});
export type Person = z.infer<typeof Person>;

/** A token without its text. */
export const Token = namedObject('Token', {
  id,
  person: id,
  name: z.string(),
  scope: TokenScope,
  createdAt: time,
  expiresAt: time.nullable(),
  usedAt: time.nullable(),
  revokedAt: time.nullable(),
});
export type Token = z.infer<typeof Token>;

const tokenWish = z.strictObject({
  name: title.min(1),
  scope: TokenScope.default('full'),
  days: count.min(1).max(3_650).nullable().default(null),
});
const newToken = z.object({ token: Token, text: z.string() });

/** What somebody used: tokens of models in 24 hours, bytes of everything said in their conversations. */
const used = { tokens: count, bytes: count };
const limits = z.object({ tokens: count.nullable(), bytes: count.nullable() });

/** Those who share a server, and the tokens they come with. */
export const people = {
  me: get(
    '/api/me',
    'Who is calling, and what they may do',
    z.object({ id, name: z.string(), role: PersonRole, scope: TokenScope }),
  ),
  myUsage: get(
    '/api/me/usage',
    'What the caller has used, and what they may; null where nothing bounds it',
    z.object({ ...used, limits }),
  ),
  myTokens: get(
    '/api/me/tokens',
    'Tokens of the caller; what they read is known to their holder alone',
    z.object({ tokens: list(Token) }),
  ),
  addMyToken: post('/api/me/tokens', 'Make a token for the caller; its text is shown once', newToken, {
    body: tokenWish,
    status: 201,
  }),
  revokeMyToken: remove('/api/me/tokens/:token', 'Revoke a token of the caller', Token),
  list: get('/api/people', 'Those who share this server', z.object({ people: list(Person) }), { admin: true }),
  add: post(
    '/api/people',
    'Add somebody, with a first token; its text is shown once',
    z.object({ person: Person, token: Token, text: z.string() }),
    { admin: true, body: z.strictObject({ name: title.min(1), role: PersonRole.default('user') }), status: 201 },
  ),
  usage: get(
    '/api/people/usage',
    'What everybody has used, and what a user may',
    z.object({ used: list(z.object({ person: id, ...used })), limits }),
    { admin: true },
  ),
  tokens: get('/api/people/:person/tokens', 'Tokens of somebody, without their text', z.object({ tokens: list(Token) }), {
    admin: true,
  }),
  addToken: post('/api/people/:person/tokens', 'Make a token for somebody; its text is shown once', newToken, {
    admin: true,
    body: tokenWish,
    status: 201,
  }),
  revokeToken: remove('/api/people/:person/tokens/:token', 'Revoke a token of somebody', Token, { admin: true }),
  change: patch('/api/people/:person', 'Rename somebody, change their role, or let them in no more', Person, {
    admin: true,
    body: z.strictObject({
      name: title.min(1).exactOptional(),
      role: PersonRole.exactOptional(),
      disabled: z.boolean().exactOptional(),
    }),
  }),
};
