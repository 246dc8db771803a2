import { messageText } from '@tenfold/core';
import type { ListedSession, SessionId, Store, Session as StoredSession } from '@tenfold/store';
import { currentBranch, setCurrentBranch } from './conversation/current-branch.ts';
import { measure } from './conversation/status.ts';
import type { Ground } from './ground.ts';
import { invalidRequest } from './session-error.ts';
import type { SessionParts } from './session-parts.ts';
import { recordOn } from './session-record.ts';
import type { MiniStatus, Session, Sessions } from './sessions.ts';
import { scopeOf } from './settings/levels.ts';
import { settingKey } from './settings/setting-key.ts';
import { writeSettings } from './settings/write-settings.ts';

/** The sessions of a store. */
export function sessionsOn(parts: SessionParts): Sessions {
  const { ground, desk } = parts;
  const { store, bulletin, now } = ground;
  const shown = async (id: SessionId) => sessionView(parts, await store.sessions.get(id), true);
  return {
    ...recordOn(parts),
    async list({ status = false, projectId, limit = PAGE, ...filter } = {}) {
      const size = Math.min(Math.max(1, limit), MOST_LISTED);
      const project = projectId === undefined ? {} : { project: projectId };
      const listed = await store.sessions.list({ ...filter, ...project, limit: size });
      const sessions = await Promise.all(listed.map((session) => sessionView(parts, session, status)));
      return { sessions, next: listed.length < size ? null : (listed.at(-1)?.order ?? null) };
    },
    async create({
      title = '',
      projectId = null,
      kind = projectId === null ? 'chat' : 'project',
      profileId = null,
      strategy = null,
    }) {
      await refuseUnknown(ground, profileId, strategy);
      const { id } = await store.sessions.create({ title, kind, project: projectId, profile: profileId, strategy, at: now() });
      return shown(id);
    },
    get: shown,
    async update(id, { title, archived, projectId, profileId, strategy, settings, expect }) {
      await refuseUnknown(ground, profileId ?? null, strategy ?? null);
      if (settings !== undefined) await writeSettings(ground, scopeOf.session(id), 'session', settings);
      await store.sessions.update(id, {
        ...(title === undefined ? {} : { title }),
        ...(archived === undefined ? {} : { archived }),
        ...(projectId === undefined ? {} : { project: projectId }),
        ...(profileId === undefined ? {} : { profile: profileId }),
        ...(strategy === undefined ? {} : { strategy }),
        ...(expect === undefined ? {} : { expect }),
        at: now(),
      });
      const session = await shown(id);
      await bulletin.tell(id, 'session', session);
      await parts.tellStatus(id);
      return session;
    },
    async remove(id) {
      // Nobody is to pay for answers to a conversation that is gone.
      await parts.settle(id);
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

const PAGE = 50;
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
