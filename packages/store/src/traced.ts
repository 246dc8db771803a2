import { tracingChannel } from 'node:diagnostics_channel';

/** Work that is under way, as those who watch this process see it. It says how much and how long, never what somebody wrote. */
export interface Traced {
  readonly name: 'request' | 'turn' | 'fold' | 'ask' | 'upstream' | 'transaction';
  /** More may be set while it lasts. */
  readonly attributes: Record<string, string | number | boolean>;
}

/** Where work is told of: Node's own channel, so that nothing here knows who watches. Nothing is told, and nothing costs, where nobody does. */
export const tracing = tracingChannel<unknown, Traced>('tenfold');
