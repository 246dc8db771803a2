import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, list, namedObject, time, title } from './json.ts';
import { Session } from './session.ts';

const { get, patch, put } = endpoints('branches');

export const Branch = namedObject('Branch', {
  name: z.string(),
  label: z.string().nullable(),
  current: z.boolean(),
  entries: count,
  segment: count.nullable(),
  updatedAt: time,
});
export type Branch = z.infer<typeof Branch>;

/** Messages without a fork between them, from a position on; they follow another segment or nothing. */
export const Segment = namedObject('Segment', { segment: count, parent: count.nullable(), from: count });
export type Segment = z.infer<typeof Segment>;

/** Named heads of a session. */
export const branches = {
  list: get(
    '/api/sessions/:session/branches',
    'Branches of a session, and where they fork',
    z.object({ branches: list(Branch), segments: list(Segment) }),
  ),
  label: patch(
    '/api/sessions/:session/branches/:branch',
    'Call a branch something, or with null nothing',
    z.object({ branches: list(Branch), segments: list(Segment) }),
    { body: z.strictObject({ label: title.nullable() }) },
  ),
  switch: put('/api/sessions/:session/head', 'Go on with another branch', Session, { body: z.strictObject({ branch: id }) }),
};
