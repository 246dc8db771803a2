import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const DIGITS = 16;

/**
 * How many entries a store ever had, noted beside its file and outside its log: a log that is lost or cut leaves a sound
 * file with fewer. The note is not flushed, since one that is too low after a power cut accuses nobody.
 */
export class HighWater {
  readonly #file: number | null;
  #noted = -1;

  constructor(path: string) {
    this.#file = opened(path);
  }

  /** What was noted last; 0 where nothing was. */
  get entries(): number {
    return this.#read(0);
  }

  /** Entries that were found missing since the store was last put in order. */
  get missing(): number {
    return this.#read(1);
  }

  note(entries: number): void {
    if (entries === this.#noted) return;
    this.#noted = entries;
    this.#write(0, entries);
  }

  noteMissing(entries: number): void {
    this.#write(1, entries);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  #read(field: number): number {
    const text = Buffer.alloc(DIGITS);
    if (this.#file === null || readSync(this.#file, text, 0, DIGITS, field * DIGITS) < DIGITS) return 0;
    return Number(/^\d+$/.exec(text.toString('latin1'))?.[0] ?? 0);
  }

  #write(field: number, value: number): void {
    if (this.#file === null) return;
    try {
      writeSync(this.#file, String(value).padStart(DIGITS, '0'), field * DIGITS);
    } catch {
      // A full disk: the store itself tells of that.
    }
  }
}

/** Null where nothing can be written, as beside a file that is only read. */
function opened(path: string): number | null {
  for (const flags of ['r+', 'wx+']) {
    try {
      return openSync(path, flags, 0o600);
    } catch (error) {
      if (flags === 'r+' && (error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      return null;
    }
  }
  return null;
}
