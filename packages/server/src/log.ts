import type { JsonObject } from '@tenfold/core';
import type { Log } from '@tenfold/session';
import pino, { type DestinationStream, type Level } from 'pino';
import { redact } from './redact.ts';

/** Fields whose value is never written, wherever they are. */
const SECRET = ['authorization', 'token', 'key', 'apiKey', 'secret', 'cookie', 'password'];
const PATHS = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Structured logs, a line each. Fields that hold secrets are left out by name, and whatever looks like a key by its shape. */
export function jsonLog(
  level: Level | 'silent' = 'info',
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: PATHS, censor: '[redacted]' } },
    { write: (line: string) => to.write(redact(line)) },
  );
  const tell =
    (as: 'info' | 'warn' | 'error') =>
    (event: string, facts: JsonObject = {}) =>
      logger[as]({ ...facts, event });
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}
