import type { Log, Tenfold } from '@tenfold/session';
import { type Gateway, gatewayOn } from '../gateway/gateway.ts';
import { VENDOR_URLS } from '../gateway/gateway-options.ts';
import { type TrafficKeep, trafficFile } from '../gateway/traffic-file.ts';
import type { ServeSettings } from './settings.ts';

/** The gateways of a process, one for everybody who has conversations in it. */
export interface Gateways {
  of(tenfold: Pick<Tenfold, 'owner' | 'chains'>): Gateway;
  /** Writes what is still to be kept of what passed. */
  close(): void;
}

/** Gateways as the settings say, which keep what passes in the home. */
export function gatewaysOn({ gateway: options, home }: ServeSettings, log: Log): Gateways {
  const known = new WeakMap<object, Gateway>();
  const kept = new Set<TrafficKeep>();
  return {
    of(tenfold) {
      const there = known.get(tenfold);
      if (there !== undefined) return there;
      const file = trafficFile(home, tenfold.owner);
      kept.add(file);
      const made = gatewayOn(tenfold.chains, { ...options, upstreams: { ...VENDOR_URLS, ...options?.upstreams } }, log, file);
      known.set(tenfold, made);
      return made;
    },
    close() {
      for (const file of kept) file.close();
    },
  };
}
