import type { JsonObject } from '@tenfold/core';
import type { Log } from '@tenfold/session';
import pino, { type DestinationStream, type Level } from 'pino';
import { redact } from './redact.ts';

/** Fields whose value is never written, wherever they are. */
const SECRET = ['authorization', 'token', 'key', 'apiKey', 'secret', 'cookie', 'password'];
const PATHS = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** What JSON leaves as it is and a terminal may obey, or be turned round by. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Structured logs, a line each. Fields that hold secrets are left out by name, and whatever looks like a key by its shape. */
export function jsonLog(
  level: Level | 'silent' = 'info',
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: PATHS, censor: '[redacted]' } },
    { write: (line: string) => to.write(redact(line).replace(UNSEEN, escaped)) },
  );
  const tell =
    (as: 'info' | 'warn' | 'error') =>
    (event: string, facts: JsonObject = {}) =>
      logger[as]({ ...facts, event });
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
