import { randomUUID } from 'node:crypto';
import { api, type TrafficSums } from '@tenfold/contract';
import { livingProcesses } from '@tenfold/session';
import { openHome } from './home.ts';
import type { ServeSettings } from './settings.ts';

/** A gateway that a program can be pointed at. */
export interface ReachedGateway {
  readonly url: string;
  /** What passed for this program. */
  passed(): Promise<TrafficSums>;
  /** Where people can look at it. */
  shownAt(): Promise<string>;
  stop(): Promise<void>;
}

/** The gateway of a server that runs on this home and asks for no token, with a run of its own on it; null where there is none. */
export async function findGateway(settings: ServeSettings): Promise<ReachedGateway | null> {
  const { store } = await openHome(settings);
  const living = await livingProcesses(store).finally(() => store.close());
  const base = living.map(({ facts }) => String(facts.url ?? '')).find(isHere);
  if (base === undefined) return null;
  const run = randomUUID();
  const ask = async () => {
    const answer = await fetch(new URL(`/api/traffic?run=${run}`, base), { signal: AbortSignal.timeout(2_000) });
    return api.traffic.list.answer.parse(await answer.json());
  };
  const first = await ask().catch(() => null);
  if (first === null) return null;
  return {
    url: `${base.replace(/\/$/, '')}/run/${run}`,
    // A server that ended while the program ran has told it so.
    passed: async () => ((await ask().catch(() => null)) ?? first).sums,
    async shownAt() {
      const session = (await ask().catch(() => null))?.requests.find((passed) => passed.session !== null)?.session;
      return new URL(session ? `/s/${session}/inspector` : '/traffic', base).href;
    },
    stop: async () => {},
  };
}

function isHere(url: string): boolean {
  return URL.canParse(url) && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);
}
