import type { ChainOptions } from '@tenfold/session';
import type { ManagedCall, Send } from './call.ts';
import { clientAnswerer } from './client-answerer.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** How the chain of a call is kept inside its room. */
export function chainOptionsFor(call: ManagedCall, options: GatewayOptions, send: Send): ChainOptions {
  const { room, strategy, observe, recall, summarizer } = options;
  const given = Object.entries({ room, strategy, observe, recall }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(summarizer === undefined ? {} : { summarizer: whoAnswers(summarizer, call, send) }),
  };
}

function whoAnswers(
  summarizer: NonNullable<GatewayOptions['summarizer']>,
  call: ManagedCall,
  send: Send,
): NonNullable<ChainOptions['summarizer']> {
  return summarizer === 'client' ? clientAnswerer(call, send) : summarizer.slice('profile:'.length);
}
