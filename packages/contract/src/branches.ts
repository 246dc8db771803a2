import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, id, list, named, time, title } from './json.ts';
import { Session } from './session.ts';

const tag = 'branches';

export const Branch = named(
  'Branch',
  z.object({
    name: z.string(),
    label: z.string().nullable(),
    current: z.boolean(),
    entries: count,
    segment: count.nullable(),
    updatedAt: time,
  }),
);
export type Branch = z.infer<typeof Branch>;

/** Messages without a fork between them, from a position on; they follow another segment or nothing. */
export const Segment = named('Segment', z.object({ segment: count, parent: count.nullable(), from: count }));
export type Segment = z.infer<typeof Segment>;

/** Named heads of a session. */
export const branches = {
  list: endpoint({
    method: 'get',
    path: '/api/sessions/:session/branches',
    tag,
    summary: 'Branches of a session, and where they fork',
    answer: z.object({ branches: list(Branch), segments: list(Segment) }),
  }),
  label: endpoint({
    method: 'patch',
    path: '/api/sessions/:session/branches/:branch',
    tag,
    summary: 'Call a branch something, or with null nothing',
    body: z.strictObject({ label: title.nullable() }),
    answer: z.object({ branches: list(Branch), segments: list(Segment) }),
  }),
  switch: endpoint({
    method: 'put',
    path: '/api/sessions/:session/head',
    tag,
    summary: 'Go on with another branch',
    body: z.strictObject({ branch: id }),
    answer: Session,
  }),
};
