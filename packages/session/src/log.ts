import type { JsonObject } from '@tenfold/core';

/** Where structured logs go. Nothing secret is ever in `facts`. */
export interface Log {
  info(event: string, facts?: JsonObject): void;
  warn(event: string, facts?: JsonObject): void;
  error(event: string, facts?: JsonObject): void;
}

/** A log that says nothing. */
export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Words of any error, never its stack. Libraries also throw plain objects with a message. */
export function reasonOf(error: unknown): string {
  const { message } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
