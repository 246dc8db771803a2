import { project } from '@tenfold/core';
import { openContext } from '../context.ts';
import type { Store } from '../store.ts';

/** Everything a fixture holds, read through the interface: what must be the same in every later version. */
export async function portrait(store: Store) {
  const sessions = (await store.sessions.list()).map(({ order: _, ...rest }) => rest);
  const contents = [];
  for (const { id } of sessions) {
    const heads = await store.heads.list(id);
    contents.push({
      heads,
      view: project(openContext(await store.contexts.load(id))).rows,
      entries: await store.entries.page(id, { limit: 1000 }),
      folds: await store.folds.list(id),
      checkpoints: await store.checkpoints.list(id),
      memories: (await store.snapshots.list(id)).map(({ id: _, ...rest }) => rest),
    });
  }
  return {
    // What later versions know beside is made, not kept.
    sessions: sessions.map(({ branch: _1, length: _2, used: _3, projectStrategy: _4, pinnedAt: _5, ...kept }) => kept),
    contents,
    projects: await store.projects.list(),
    settings: await store.settings.list(),
    profiles: (await store.profiles.list()).map(({ shared: _, ...kept }) => kept),
    secret: [...((await store.profiles.secret('p')) ?? [])],
    leases: await store.leases.list(),
    pending: (await store.pending.list()).map(({ place: _1, stopping: _2, ...kept }) => kept),
    found: (await store.search.entries({ text: 'walruses' })).concat(await store.search.entries({ text: '議事' })),
    damages: (await store.verify()).damages,
  };
}

/** A portrait as text, read: without the words a stand-in is rendered with, which are the engine's and may change, and the boot that leases once named. */
export function portrayed(text: string) {
  return JSON.parse(text, (key, value) => {
    if (key === 'boot') return undefined;
    return value?.kind === 'stand-in' ? { ...value, message: 'as rendered today' } : value;
  });
}
