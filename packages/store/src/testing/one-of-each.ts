import { textMessage } from '@tenfold/core';
import type { Store } from '../store.ts';

const hello = [{ message: textMessage('user', 'hello') }];

/** What is known of a model. */
export const limits = {
  id: 'a:b',
  contextWindow: 128_000,
  maxInputTokens: null,
  maxOutputTokens: 4096,
  threshold: 95,
  retentionTokens: 1000,
  source: 'default',
} as const;

/** A row of everything, to see who else sees it. */
export async function oneOfEach(store: Store) {
  await store.projects.create({ id: 'p', name: 'P', at: 1 });
  const { id: session } = await store.sessions.create({ at: 1 });
  const { head } = await store.entries.append({ session, entries: hello, at: 1 });
  const checkpoint = (await store.checkpoints.create({ session, label: 'c', at: 1 })).id;
  const pending = (await store.pending.begin({ session, after: null, lease: 1, at: 1 })).id;
  const job = (await store.jobs.create({ session, kind: 'fold', at: 1 })).id;
  await store.heads.swap({ session, expect: 0, head: head.head, at: 1 }).catch(() => undefined);
  const revision = (await store.revisions.list(session))[0]?.id ?? '';
  await store.events.append({ session, type: 'made', at: 1 });
  const content = { summaryText: 'a memory' };
  await store.snapshots.create({ session, kind: 'memory', content, messageCutoffId: null, tokenCount: 1, at: 1 });
  const times = { startedAt: 1, durationMs: 2, cost: 0.5, tokensBefore: 9, tokensAfter: 3 };
  await store.runs.save({
    id: 'r',
    session,
    branch: 'main',
    strategy: 'native',
    trigger: 'soft',
    outcome: 'done',
    report: { passes: [] },
    ...times,
  });
  await store.models.put({ ...limits, at: 1 });
  await store.profiles.put({
    id: 'prof',
    name: 'N',
    provider: 'openai',
    model: 'm',
    baseUrl: 'http://x',
    config: { a: 1 },
    at: 1,
  });
  await store.profiles.setSecret('prof', Uint8Array.of(0, 255, 7), 1);
  await store.presets.put({ id: 'pre', name: 'N', config: { a: 1 }, at: 1 });
  await store.settings.set({ scope: 'global', key: 'k', value: [1], at: 1 });
  await store.answers.put({ hash: 'h', text: 't', by: 'm', at: 1 });
  await store.usage.spend(7, 1);
  return { session, checkpoint, pending, job, revision };
}
