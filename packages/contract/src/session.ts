import * as z from 'zod';
import { count, id, jsonObject, named, namedObject, time, title } from './json.ts';

/** How full a context is, as people see it. */
export const Level = z.enum(['normal', 'warning', 'critical']);
export type Level = z.infer<typeof Level>;

/** How full a session is, for lists. */
export const MiniStatus = z.object({ used: count, room: count, percent: z.number(), level: Level });
export type MiniStatus = z.infer<typeof MiniStatus>;

/** What a conversation is for. */
export const SessionKind = z.enum(['chat', 'project', 'knowledge-officer']);
export type SessionKind = z.infer<typeof SessionKind>;

/** A conversation as it is listed. */
export const Session = namedObject('Session', {
  id,
  title: z.string(),
  kind: SessionKind,
  projectId: id.nullable(),
  profileId: id.nullable(),
  strategy: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  archivedAt: time.nullable(),
  pinnedAt: time.nullable(),
  entries: count,
  checkpoints: count,
  lastMessage: z.string().nullable(),
  branch: z.string(),
  version: count,
  status: MiniStatus.exactOptional(),
  /** Number of its last event, where one session is asked for: following its events from there misses nothing. */
  lastEvent: count.exactOptional(),
});
export type Session = z.infer<typeof Session>;

/** What a new session may be given. */
export const NewSession = named(
  'NewSession',
  z.strictObject({
    title: title.exactOptional(),
    kind: SessionKind.exactOptional(),
    projectId: id.nullable().exactOptional(),
    profileId: id.nullable().exactOptional(),
    strategy: id.nullable().exactOptional(),
  }),
);
export type NewSession = z.infer<typeof NewSession>;

/** What may change; an absent field stays. */
export const SessionPatch = named(
  'SessionPatch',
  z.strictObject({
    title: title.exactOptional(),
    archived: z.boolean().exactOptional(),
    pinned: z.boolean().exactOptional(),
    projectId: id.nullable().exactOptional(),
    profileId: id.nullable().exactOptional(),
    strategy: id.nullable().exactOptional(),
    settings: jsonObject.exactOptional(),
    expect: count.exactOptional(),
  }),
);
export type SessionPatch = z.infer<typeof SessionPatch>;
