import { tracingChannel } from 'node:diagnostics_channel';

/** Work that is under way, as those who watch this process see it. It says how much and how long, never what somebody wrote. */
export interface Traced {
  readonly name: 'request' | 'turn' | 'fold' | 'ask' | 'upstream' | 'transaction';
  readonly attributes: Record<string, string | number | boolean>;
}

/** Where work is told of: Node's own channel, so that nothing here knows who watches. */
export const TRACED = 'tenfold';

const channel = tracingChannel<unknown, Traced>(TRACED);

/** Does work and tells who watches of it; nothing is told, and nothing costs, where nobody does. More attributes may be set while it lasts. */
export function traced<T>(
  name: Traced['name'],
  attributes: Traced['attributes'],
  work: (attributes: Traced['attributes']) => Promise<T>,
): Promise<T> {
  if (!channel.hasSubscribers) return work(attributes);
  return channel.tracePromise(() => work(attributes), { name, attributes });
}
