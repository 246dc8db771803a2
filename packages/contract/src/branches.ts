import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, id, list, named, time } from './json.ts';
import { Session } from './session.ts';

const tag = 'branches';

export const Branch = named('Branch', z.object({ name: z.string(), current: z.boolean(), entries: count, updatedAt: time }));
export type Branch = z.infer<typeof Branch>;

/** Named heads of a session. */
export const branches = {
  list: endpoint({
    method: 'get',
    path: '/api/sessions/:session/branches',
    tag,
    summary: 'Branches of a session',
    answer: z.object({ branches: list(Branch) }),
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
