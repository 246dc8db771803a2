import { counterFault, type Json } from '@tenfold/core';
import { sample, sampleFrame, sampleTitle } from '@tenfold/core/sample';
import type { Tenfold } from '@tenfold/session';
import type { SessionId, Store } from '@tenfold/store';

const MARK = { scope: 'home', key: 'sample' };

/** Puts the sample conversation into a new home, once: who deletes it does not get it back. Answers its id while it is there. */
export async function addSample(tenfold: Tenfold, store: Store): Promise<SessionId | null> {
  // It comes with the first start that can count it.
  if (counterFault() !== null) return null;
  const mark = await store.settings.get(MARK.scope, MARK.key);
  if (mark !== null) return (await store.sessions.get(String(mark.value)).catch(() => null))?.id ?? null;
  const [there] = await store.sessions.list({ q: sampleTitle, limit: 1 });
  const id = there?.id ?? (await newSample(tenfold));
  await store.settings.set({ ...MARK, value: id, at: Date.now() });
  return id;
}

async function newSample({ sessions }: Tenfold): Promise<SessionId> {
  const { id } = await sessions.create({ title: sampleTitle });
  const settings: Record<string, Json> = sampleFrame.system === undefined ? {} : { systemPrompt: sampleFrame.system };
  await sessions.update(id, { settings });
  await sessions.append(id, { messages: sample, idempotencyKey: 'sample' });
  return id;
}
