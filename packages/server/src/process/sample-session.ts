import type { Json } from '@tenfold/core';
import { sample, sampleFrame, sampleTitle } from '@tenfold/core/sample';
import type { Tenfold } from '@tenfold/session';
import type { Store } from '@tenfold/store';

const MARK = { scope: 'home', key: 'sample' };

/** Puts the sample conversation into a new home, once: who deletes it does not get it back. */
export async function addSample(tenfold: Tenfold, store: Store): Promise<void> {
  if ((await store.settings.get(MARK.scope, MARK.key)) !== null) return;
  const there = await tenfold.sessions.list({});
  if (!there.some(({ title }) => title === sampleTitle)) {
    const { id } = await tenfold.sessions.create({ title: sampleTitle });
    const settings: Record<string, Json> = sampleFrame.system === undefined ? {} : { systemPrompt: sampleFrame.system };
    await tenfold.sessions.update(id, { settings });
    await tenfold.sessions.append(id, { messages: sample, idempotencyKey: 'sample' });
  }
  await store.settings.set({ ...MARK, value: true, at: Date.now() });
}
