import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const DIGITS = 16;
/** Where each number stands in the file. What an earlier version does not know of lies behind what it does. */
const PLACES = { entries: 0, missing: 16, known: 32, knownAt: 48, newest: 64 };
type Field = keyof typeof PLACES;

/** What a lost or cut log, or an older copy put in its place, took away. */
export interface Loss {
  /** Entries that had been stored and were not there any more when the store was opened, and that nobody said they know of. */
  readonly missing: number;
  /** Those that somebody knows of, and since when. */
  readonly known: { readonly entries: number; readonly at: number } | null;
  /** When what is left was last changed; null where that is not known. */
  readonly newest: number | null;
}

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
    return this.#read('entries');
  }

  /** What was found missing since a backup was last put in place. */
  get loss(): Loss {
    const [missing, entries] = [this.#read('missing'), this.#read('known')];
    const known = entries === 0 ? null : { entries, at: this.#read('knownAt') };
    return { missing: Math.max(0, missing - entries), known, newest: this.#read('newest') || null };
  }

  note(entries: number): void {
    if (entries === this.#noted) return;
    this.#noted = entries;
    this.#write('entries', entries);
  }

  /** Adds to what is missing; `newest` is when what is left was last changed. */
  noteMissing(entries: number, newest: number): void {
    this.#write('newest', newest);
    this.#write('missing', this.#read('missing') + entries);
  }

  /** Notes that somebody knows of all that is missing. @throws where it cannot be written */
  noteKnown(at: number): void {
    if (this.#file === null) throw Object.assign(new Error('the note beside the store cannot be written'), { code: 'EROFS' });
    this.#write('knownAt', at, true);
    this.#write('known', this.#read('missing'), true);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  #read(field: Field): number {
    const text = Buffer.alloc(DIGITS);
    if (this.#file === null || readSync(this.#file, text, 0, DIGITS, PLACES[field]) < DIGITS) return 0;
    return Number(/^\d+$/.exec(text.toString('latin1'))?.[0] ?? 0);
  }

  #write(field: Field, value: number, isNeeded = false): void {
    if (this.#file === null) return;
    try {
      writeSync(this.#file, String(value).padStart(DIGITS, '0'), PLACES[field]);
    } catch (error) {
      // A full disk: the store itself tells of that.
      if (isNeeded) throw error;
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
