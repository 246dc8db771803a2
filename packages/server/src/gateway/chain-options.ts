import type { ChainOptions } from '@tenfold/session';
import type { ManagedCall, Send } from './call.ts';
import { clientAnswerer } from './client-answerer.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** How the chain of a call is kept inside its room. */
export function chainOptionsFor(call: ManagedCall, { summarizer, ...options }: GatewayOptions, send: Send): ChainOptions {
  if (summarizer === undefined) return options;
  const who = summarizer === 'client' ? clientAnswerer(call, send) : summarizer.slice('profile:'.length);
  return { ...options, summarizer: who };
}
