import {
  type EntryId,
  type FoldId,
  type FoldKind,
  type JsonObject,
  type Level,
  type Message,
  messageText,
  type Part,
  type Role,
} from '@tenfold/core';
import type { ListedSession, SessionId, SessionKind, Store, Session as StoredSession } from '@tenfold/store';
import { currentBranch, setCurrentBranch } from './conversation/current-branch.ts';
import type { Desk } from './conversation/desk.ts';
import { type FoldState, measure } from './conversation/status.ts';
import type { Ground } from './ground.ts';
import { invalidRequest } from './session-error.ts';
import { recordOn } from './session-record.ts';
import { scopeOf } from './settings/levels.ts';
import { settingKey } from './settings/setting-key.ts';
import { writeSettings } from './settings/settings.ts';

/** How full a session is, in one line of a list. */
export interface MiniStatus {
  readonly used: number;
  readonly room: number;
  readonly percent: number;
  readonly level: Level;
}

/** A conversation as it is listed. */
export interface Session {
  readonly id: SessionId;
  readonly title: string;
  readonly kind: SessionKind;
  readonly projectId: string | null;
  readonly profileId: string | null;
  readonly strategy: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  readonly entries: number;
  readonly checkpoints: number;
  readonly lastMessage: string | null;
  /** Branch that is current: turns go on there. */
  readonly branch: string;
  readonly version: number;
  readonly status?: MiniStatus;
}

/** A fold on one part of an entry. */
export interface PartFold {
  readonly foldId: FoldId;
  readonly index: number;
  readonly kind: FoldKind;
  readonly text: string;
}

/** An entry as people see it, whether the model still does or not. */
export interface EntryView {
  readonly id: EntryId;
  readonly position: number;
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly createdAt: number;
  readonly protected: boolean;
  /** Span that covers it in the current view. */
  readonly foldedBy: FoldId | null;
  readonly partFolds: readonly PartFold[];
  readonly tokens: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The answer was stopped or cut. */
  readonly aborted?: true;
  readonly model?: string;
}

/** A stretch of a session's record, oldest first. */
export interface EntryPage {
  readonly entries: readonly EntryView[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** A named head. */
export interface Branch {
  readonly name: string;
  readonly current: boolean;
  readonly entries: number;
  readonly updatedAt: number;
}

/** What a new session may say. */
export interface NewSession {
  readonly title?: string;
  readonly kind?: SessionKind;
  readonly projectId?: string | null;
  readonly profileId?: string | null;
  readonly strategy?: string | null;
}

/** Fields of a session that may change; an absent one stays. A setting of null goes back to what it inherits. */
export interface SessionPatch {
  readonly title?: string;
  readonly archived?: boolean;
  readonly profileId?: string | null;
  readonly strategy?: string | null;
  readonly settings?: JsonObject;
  readonly expect?: number;
}

/** A message as a client writes it. */
export interface ClientMessage {
  readonly role: Role;
  readonly text?: string;
  readonly parts?: readonly Part[];
}

/** Sessions, their record and their branches. */
export interface Sessions {
  list(filter?: { q?: string; archived?: boolean; projectId?: string; status?: boolean }): Promise<readonly Session[]>;
  create(session: NewSession): Promise<Session>;
  get(id: SessionId): Promise<Session>;
  update(id: SessionId, patch: SessionPatch): Promise<Session>;
  remove(id: SessionId): Promise<void>;
  entries(id: SessionId, page?: { before?: number; limit?: number; branch?: string }): Promise<EntryPage>;
  /** Appends without a model call. With `expect`, a head that moved is a conflict and the text is kept as a revision. */
  append(
    id: SessionId,
    request: {
      messages: readonly (ClientMessage | Message)[];
      idempotencyKey?: string;
      expect?: number;
      branch?: string;
      actor?: string;
    },
  ): Promise<{ readonly entries: readonly EntryView[]; readonly version: number }>;
  branches(id: SessionId): Promise<readonly Branch[]>;
  /** Makes another branch the current one. */
  switchBranch(id: SessionId, branch: string, actor?: string): Promise<Session>;
  protect(id: SessionId, entry: EntryId, value: boolean, actor?: string): Promise<{ readonly version: number }>;
}

/** What sessions need. */
export interface SessionParts {
  readonly ground: Ground;
  readonly desk: Desk;
  foldState(session: SessionId): FoldState;
  tellStatus(session: SessionId): Promise<void>;
  noticed(session: SessionId, branch: string, messages: readonly Message[]): void;
}

/** The sessions of a store. */
export function sessionsOn(parts: SessionParts): Sessions {
  const { ground, desk } = parts;
  const { store, bulletin, now } = ground;
  const shown = async (id: SessionId) => sessionView(parts, await store.sessions.get(id), true);
  return {
    ...recordOn(parts),
    async list({ q, archived, projectId, status = false } = {}) {
      const listed = await store.sessions.list({
        ...(archived === undefined ? {} : { archived }),
        ...(projectId === undefined ? {} : { project: projectId }),
        limit: MOST_LISTED,
      });
      const wanted = q?.trim().toLowerCase() ?? '';
      const matching = listed.filter(({ title, lastMessage }) => `${title}\n${lastMessage ?? ''}`.toLowerCase().includes(wanted));
      return Promise.all(matching.map((session) => sessionView(parts, session, status)));
    },
    async create({ title = '', kind = 'chat', projectId = null, profileId = null, strategy = null }) {
      await refuseUnknown(ground, profileId, strategy);
      const { id } = await store.sessions.create({ title, kind, project: projectId, profile: profileId, strategy, at: now() });
      return shown(id);
    },
    get: shown,
    async update(id, { title, archived, profileId, strategy, settings, expect }) {
      await refuseUnknown(ground, profileId ?? null, strategy ?? null);
      if (settings !== undefined) await writeSettings(ground, scopeOf.session(id), 'session', settings);
      await store.sessions.update(id, {
        ...(title === undefined ? {} : { title }),
        ...(archived === undefined ? {} : { archived }),
        ...(profileId === undefined ? {} : { profile: profileId }),
        ...(strategy === undefined ? {} : { strategy }),
        ...(expect === undefined ? {} : { expect }),
        at: now(),
      });
      const session = await shown(id);
      await bulletin.tell(id, 'session', { ...session } as unknown as JsonObject);
      await parts.tellStatus(id);
      return session;
    },
    async remove(id) {
      await store.sessions.remove(id);
      for (const { key } of await store.settings.list(scopeOf.session(id))) await store.settings.remove(scopeOf.session(id), key);
      desk.conversations.forget(id);
    },
    async branches(id) {
      const current = await currentBranch(store, id);
      return (await store.heads.list(id)).map(({ branch, length, updatedAt }) => ({
        name: branch,
        current: branch === current,
        entries: length,
        updatedAt,
      }));
    },
    async switchBranch(id, branch, actor) {
      const { version } = await store.heads.get(id, branch);
      await setCurrentBranch(store, id, branch, now());
      await bulletin.tell(id, 'head', { version, branch, why: 'switch' }, actor);
      await parts.tellStatus(id);
      return shown(id);
    },
  };
}

const MOST_LISTED = 500;

async function refuseUnknown({ store }: Ground, profileId: string | null, strategy: string | null): Promise<void> {
  if (profileId !== null) await store.profiles.get(profileId);
  const message = strategy === null ? null : (settingKey('strategy')?.problem(strategy) ?? null);
  if (message !== null) throw invalidRequest([{ field: 'strategy', message }]);
}

/** A session with what a picker shows; with how full it is where that is asked for. */
export async function sessionView(
  parts: SessionParts,
  session: StoredSession | ListedSession,
  withStatus: boolean,
): Promise<Session> {
  const { store } = parts.ground;
  const branch = await currentBranch(store, session.id);
  const listed = 'lastMessage' in session && branch === 'main' ? session : await lookedUp(store, session, branch);
  return {
    id: session.id,
    title: session.title,
    kind: session.kind,
    projectId: session.project,
    profileId: session.profile,
    strategy: session.strategy,
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
    archivedAt: session.archivedAt,
    entries: listed.entries,
    checkpoints: listed.checkpoints,
    lastMessage: listed.lastMessage,
    branch,
    version: session.version,
    ...(withStatus ? { status: await miniStatus(parts, session.id) } : {}),
  };
}

async function lookedUp(store: Store, { id }: StoredSession, branch: string) {
  const [{ length }, [last], checkpoints] = await Promise.all([
    store.heads.get(id, branch),
    store.entries.page(id, { branch, limit: 1 }),
    store.checkpoints.list(id),
  ]);
  const text = last === undefined ? null : messageText(last.message).replace(/\s+/g, ' ').trim().slice(0, PREVIEW);
  return { entries: length, checkpoints: checkpoints.length, lastMessage: text };
}

/** Characters of the last message that a picker shows. */
const PREVIEW = 200;

async function miniStatus({ desk }: SessionParts, id: SessionId): Promise<MiniStatus> {
  const { used, room, percent, level } = measure(await desk.lay(id));
  return { used, room, percent, level };
}
