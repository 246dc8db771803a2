import * as z from 'zod';
import { count, id, jsonObject, named, time, title } from '../json.ts';

/** How full a context is, as people see it. */
export const levelSchema = z.enum(['normal', 'warning', 'critical']);

/** What a conversation is for. */
export const sessionKindSchema = z.enum(['chat', 'project', 'knowledge-officer']);

/** A conversation as it is listed. */
export const sessionSchema = named(
  'Session',
  z.object({
    id,
    title: z.string(),
    kind: sessionKindSchema,
    projectId: id.nullable(),
    profileId: id.nullable(),
    strategy: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    archivedAt: time.nullable(),
    entries: count,
    checkpoints: count,
    lastMessage: z.string().nullable(),
    branch: z.string(),
    version: count,
    status: z.object({ used: count, room: count, percent: z.number(), level: levelSchema }).optional(),
  }),
);

/** What a new session may say. */
export const newSessionSchema = named(
  'NewSession',
  z.strictObject({
    title: title.optional(),
    kind: sessionKindSchema.optional(),
    projectId: id.nullable().optional(),
    profileId: id.nullable().optional(),
    strategy: id.nullable().optional(),
  }),
);

/** What may change; an absent field stays. */
export const sessionPatchSchema = named(
  'SessionPatch',
  z.strictObject({
    title: title.optional(),
    archived: z.boolean().optional(),
    projectId: id.nullable().optional(),
    profileId: id.nullable().optional(),
    strategy: id.nullable().optional(),
    settings: jsonObject.optional(),
    expect: count.optional(),
  }),
);

/** Version of a head after a change. */
export const versionSchema = z.object({ version: count });
