import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassedRequest } from '@tenfold/contract';
import * as z from 'zod';

/** A request, and the process it passed through. */
const Line = PassedRequest.extend({ by: z.string() });
/** How long finished requests wait, so that many are written at once. */
const WRITE_MS = 500;
/** Bytes from which on the file is cut down to what is listed. */
const MAX_BYTES = 1_048_576;

/** Where a gateway keeps what passed, beyond its own life. Bodies are not kept. */
export interface TrafficLog {
  /** What passed before, and through other processes of this home since the last look, oldest first. */
  readNew(): readonly PassedRequest[];
  add(passed: PassedRequest): void;
  close(): void;
}

/**
 * Requests that passed, one a line, in a file for its owner's eyes only. Processes on one home share it. A list that cannot be written is
 * a list of this process alone: nothing depends on it.
 */
export function openTrafficLog(home: string, owner: string): TrafficLog {
  const path = join(home, 'traffic', `${encodeURIComponent(owner)}.jsonl`);
  /** Tells its own lines from those of others. */
  const by = randomUUID();
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let read = 0;
  const write = () => {
    timer = null;
    const lines = waiting.join('');
    waiting = [];
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (sizeOf(path) > MAX_BYTES) shorten(path);
      appendFileSync(path, lines, { mode: 0o600 });
    } catch {
      // A full or read-only home is told elsewhere.
    }
  };
  return {
    readNew() {
      const size = sizeOf(path);
      if (size < read) read = 0;
      const text = size === read ? '' : textFrom(path, read, size);
      // What another process is still writing is read the next time.
      const end = text.lastIndexOf('\n') + 1;
      read += Buffer.byteLength(text.slice(0, end));
      return requestsIn(text.slice(0, end), by);
    },
    add(passed) {
      waiting.push(`${JSON.stringify({ ...passed, by })}\n`);
      timer ??= setTimeout(write, WRITE_MS).unref();
    },
    close() {
      if (timer === null) return;
      clearTimeout(timer);
      write();
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function textFrom(path: string, from: number, to: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(to - from);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
  } finally {
    closeSync(file);
  }
}

function requestsIn(text: string, own: string): readonly PassedRequest[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { by, ...passed } = Line.parse(JSON.parse(line));
      return by === own ? [] : [passed];
    } catch {
      return [];
    }
  });
}

/** Keeps the newer half. */
function shorten(path: string): void {
  const text = textFrom(path, 0, sizeOf(path));
  const half = text.indexOf('\n', text.length / 2) + 1;
  writeFileSync(`${path}.new`, text.slice(half), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
