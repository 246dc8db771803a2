import type { MiniStatus, NewSession, Session, SessionPatch } from '@tenfold/contract';
import { counterFault } from '@tenfold/core';
import { type ListedSession, NotFound, type SessionId, type Session as StoredSession } from '@tenfold/store';
import { type Branches, createBranches } from './branches.ts';
import { emptyUsed, miniStatus, usedTokens } from './conversation/status.ts';
import type { Dependencies } from './dependencies.ts';
import { type Log, reasonOf } from './log.ts';
import { invalidRequest } from './session-error.ts';
import { createSessionRecord, type SessionParts, type SessionRecord } from './session-record.ts';
import { scopeOf } from './settings/choices.ts';
import { settingProblem } from './settings/setting-problem.ts';
import { writeSettings } from './settings/settings.ts';

/** Which sessions are listed, and how many at a time. */
export interface SessionQuery {
  /** In the title or the last message. */
  readonly q?: string;
  readonly archived?: boolean;
  /** Those that stay on top, and no others. */
  readonly pinned?: boolean;
  readonly projectId?: string;
  /** How full each is. */
  readonly status?: boolean;
  /** `next` of the page before. */
  readonly before?: number;
  /** 50 unless said otherwise, at most 500. */
  readonly limit?: number;
}

/** A page of sessions, most recently used first, and where the next one begins. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  readonly next: number | null;
}

/** Sessions, their record and their branches. */
export interface Sessions extends SessionRecord, Branches {
  list(filter?: SessionQuery): Promise<SessionPage>;
  create(session: NewSession): Promise<Session>;
  get(id: SessionId): Promise<Session>;
  update(id: SessionId, patch: SessionPatch): Promise<Session>;
  remove(id: SessionId): Promise<void>;
  /** Makes another branch the current one. */
  switchBranch(id: SessionId, branch: string, actor?: string): Promise<Session>;
}

/** The sessions of a store. */
export function createSessions(parts: SessionParts): Sessions {
  const { store, events, now, loader } = parts;
  const shown = async (id: SessionId) => {
    const [session] = await store.sessions.list({ id });
    if (session === undefined) throw new NotFound('session', id);
    const [status] = await statuses(parts, [session]);
    return sessionView(session, status);
  };
  return {
    ...createSessionRecord(parts),
    ...createBranches(parts),
    async list({ status = false, projectId, limit = PAGE, ...filter } = {}) {
      const size = Math.min(Math.max(1, limit), MAX_LISTED);
      const project = projectId === undefined ? {} : { project: projectId };
      const listed = await store.sessions.list({ ...filter, ...project, limit: size });
      const full = status ? await statuses(parts, listed) : [];
      const sessions = listed.map((session, index) => sessionView(session, full[index]));
      return { sessions, next: listed.length < size ? null : (listed.at(-1)?.order ?? null) };
    },
    async create({
      title = '',
      projectId = null,
      kind = projectId === null ? 'chat' : 'project',
      profileId = null,
      strategy = null,
    }) {
      await refuseUnknown(parts, profileId, strategy);
      const { id } = await store.sessions.create({ title, kind, project: projectId, profile: profileId, strategy, at: now() });
      return shown(id);
    },
    async get(id) {
      // First, so that what happens while the session is read is told again rather than never.
      const lastEvent = await events.last(id);
      return { ...(await shown(id)), lastEvent };
    },
    async update(id, { title, archived, pinned, projectId, profileId, strategy, settings, expect }) {
      await refuseUnknown(parts, profileId ?? null, strategy ?? null);
      const met = expect === undefined ? null : await store.sessions.get(id);
      if (settings !== undefined) await writeSettings(parts, scopeOf.session(id), 'session', settings);
      await store.sessions.update(id, {
        ...(title === undefined ? {} : { title }),
        ...(archived === undefined ? {} : { archived }),
        ...(pinned === undefined ? {} : { pinned }),
        ...(projectId === undefined ? {} : { project: projectId }),
        ...(profileId === undefined ? {} : { profile: profileId }),
        ...(strategy === undefined ? {} : { strategy }),
        at: now(),
      });
      const session = await shown(id);
      await events.publish(id, 'session', session);
      if (met !== null && met.version !== expect) await publishOverwritten(parts, met, session);
      await parts.publishStatus(id);
      return session;
    },
    async remove(id) {
      // Nobody is to pay for answers to a conversation that is gone.
      await parts.settle(id);
      await store.sessions.remove(id);
      await store.settings.remove(scopeOf.session(id));
      loader.forget(id);
      events.wake(id);
    },
    async switchBranch(id, branch, actor) {
      const { version } = await store.heads.get(id, branch);
      await store.sessions.switchTo(id, branch);
      await events.publish(id, 'head', { version, branch, why: 'switch' }, actor);
      await parts.publishStatus(id);
      return shown(id);
    },
  };
}

/** The last to write wins; whoever wrote in between is told what became of it. */
async function publishOverwritten({ events }: Pick<Dependencies, 'events'>, met: StoredSession, now: Session): Promise<void> {
  const over = [
    ...(met.title === now.title ? [] : [`title is “${now.title}”, no longer “${met.title}”`]),
    ...(met.project === now.projectId ? [] : ['project is another one']),
    ...(met.profile === now.profileId ? [] : ['profile is another one']),
    ...(met.strategy === now.strategy ? [] : ['strategy is another one']),
  ];
  if (over.length === 0) return;
  const message = `Session updated elsewhere: its ${over.join(', its ')}. The last change stands.`;
  await events.publish(now.id, 'warning', { code: 'overwritten', message });
}

const PAGE = 50;
const MAX_LISTED = 500;

async function refuseUnknown(
  { store, strategies }: Pick<Dependencies, 'store' | 'strategies'>,
  profileId: string | null,
  strategy: string | null,
): Promise<void> {
  if (profileId !== null) await store.profiles.get(profileId);
  const message = strategy === null ? null : settingProblem('strategy', strategy, { strategies });
  if (message !== null) throw invalidRequest([{ field: 'strategy', message }]);
}

/** A session with what a picker shows; with how full it is where that is asked for. */
export function sessionView(session: ListedSession, status: MiniStatus | undefined): Session {
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
    pinnedAt: session.pinnedAt,
    entries: session.length,
    checkpoints: session.checkpoints,
    lastMessage: session.lastMessage,
    branch: session.branch,
    version: session.version,
    ...(status === undefined ? {} : { status }),
  };
}

/** Says that what was counted could not be kept. */
export function notKept(log: Log): (error: unknown) => void {
  return (error) => log.warn('count-not-kept', { reason: reasonOf(error) });
}

/** How full sessions are, where they can be read. What was counted before is read with them; the others are opened, and it is kept. */
async function statuses(
  { store, log, chooser, frames, loader }: SessionParts,
  sessions: readonly ListedSession[],
): Promise<readonly (MiniStatus | undefined)[]> {
  // Who cannot count still has conversations to show.
  if (counterFault() !== null) return [];
  const choicesOf = await chooser.forAll();
  const counted: Parameters<typeof store.heads.count>[0][number][] = [];
  const found: (MiniStatus | undefined)[] = [];
  for (const session of sessions) {
    const choices = await choicesOf(session, session.projectStrategy);
    const counting = { choices, frame: frames.of(choices) };
    const known = miniStatus(session.length === 0 ? emptyUsed(counting) : session.used, counting);
    if (known !== null) {
      found.push(known);
      continue;
    }
    const loaded = await loader.load(session.id).catch((error: unknown) => {
      log.warn('not-counted', { session: session.id, reason: reasonOf(error) });
      return null;
    });
    if (loaded === null) {
      found.push(undefined);
      continue;
    }
    const used = usedTokens(loaded);
    counted.push({ session: session.id, branch: loaded.branch, version: loaded.opened.version, used });
    found.push(miniStatus(used, loaded) as MiniStatus);
  }
  // A disk that is full, or another process that writes, keeps nobody from reading: it is counted again then.
  if (counted.length > 0) await store.heads.count(counted).catch(notKept(log));
  return found;
}
