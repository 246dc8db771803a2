import { randomUUID } from 'node:crypto';
import type { SessionId } from './session.ts';

/** A new session's id: a UUID that begins with the time, so that what is made together lies together in every index. */
export function newSessionId(at: number): SessionId {
  const time = Math.max(0, Math.trunc(at)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
