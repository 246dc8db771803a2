import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './app.ts';

/** The first session of a fresh home: the sample. */
export async function sampleOf({ server }: App): Promise<string> {
  const { sessions } = await server.client.get('/api/sessions');
  return sessions.at(-1).id;
}

/** Condenses a session and waits until that is over. */
export async function fold({ server }: App, session: string, wish: object = {}): Promise<void> {
  await server.client.post(`/api/sessions/${session}/condense`, wish);
  for (let tries = 0; tries < 300; tries++) {
    const { runs } = await server.client.get(`/api/sessions/${session}/condensations`);
    const { folding } = await server.client.get(`/api/sessions/${session}/status`);
    if (runs.length > 0 && folding === null) return;
    await pause(100);
  }
  throw new Error('The fold did not end.');
}
