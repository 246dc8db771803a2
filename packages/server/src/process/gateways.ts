import type { Log, Tenfold } from '@tenfold/session';
import { gatewayProblem } from '../gateway/check-options.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { VENDOR_URLS } from '../gateway/gateway-options.ts';
import { proxiesIn, proxyProblem } from '../gateway/proxies.ts';
import { openTrafficLog, type TrafficLog } from '../gateway/traffic-log.ts';
import { BadSetting, type ServeSettings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The gateways of a process, one for everybody who has conversations in it. */
export interface Gateways {
  of(tenfold: Pick<Tenfold, 'owner' | 'chains' | 'strategies' | 'usage'>): Gateway;
  /** Writes what is still to be kept of what passed. */
  close(): void;
}

/** Closes what was opened where the gateway cannot run as the settings say. @throws BadSetting */
export async function checkGateway(
  tenfold: Tenfold,
  { gateway = {} }: ServeSettings,
  { environment }: { readonly environment: Environment },
): Promise<void> {
  const problem = proxyProblem(proxiesIn(environment)) ?? (await gatewayProblem(tenfold, gateway));
  if (problem === null) return;
  await tenfold.close();
  throw new BadSetting(`${problem} Nothing was started.`);
}

/** Gateways as the settings say, which keep what passes in the home. */
export function createGateways(
  { gateway: options, home }: ServeSettings,
  { log, environment }: { readonly log: Log; readonly environment: Environment },
): Gateways {
  const proxies = proxiesIn(environment);
  const known = new WeakMap<object, Gateway>();
  const kept = new Set<TrafficLog>();
  return {
    of(tenfold) {
      const there = known.get(tenfold);
      if (there !== undefined) return there;
      const file = openTrafficLog(home, tenfold.owner);
      kept.add(file);
      const upstreams = { ...VENDOR_URLS, ...options?.upstreams };
      const made = createGateway(tenfold, { ...options, upstreams, proxies }, log, file);
      known.set(tenfold, made);
      return made;
    },
    close() {
      for (const file of kept) file.close();
    },
  };
}
