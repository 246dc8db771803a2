import type { Lines } from './lines.ts';
import type { ToolUse } from './tool-use.ts';
import type { WrittenText } from './written-text.ts';

/** What made something obsolete, and the message it happened in. */
export interface Successor {
  readonly message: number;
  readonly how: string;
}

/** What later messages say of one file. */
interface LaterFile {
  /** Ranges read, the latest first, and where. */
  readonly reads: { readonly lines: ToolUse['lines']; readonly message: number }[];
  /** The next message that changed it. */
  changed: number | null;
  /** Lines that later reads show or later edits replaced, by hash, and the next message that did. */
  readonly gone: Set<number>;
  last: number;
}

/** Different ranges of one file remembered. */
const MAX_RANGES = 32;

/** What happened after a place in the transcript, gathered from the end backwards. */
export class Successors {
  readonly #runs = new Map<string, number>();
  readonly #files = new Map<string, LaterFile>();

  /** Takes note of an output that is earlier than all noted before. */
  addOutput(use: ToolUse, message: number, output: Lines | null): void {
    if (use.key !== '') this.#runs.set(use.key, message);
    for (const path of use.writes) this.#file(path).changed = message;
    if (use.kind !== 'read' || use.path === undefined) return;
    const file = this.#file(use.path);
    note(file, message, output);
    if (file.reads.length < MAX_RANGES && !file.reads.some(({ lines }) => covers(lines, use.lines)))
      file.reads.push({ lines: use.lines, message });
  }

  /** Takes note of what a call replaced. */
  addCall({ writes: [path] }: ToolUse, message: number, text: WrittenText | null): void {
    if (path !== undefined && text !== null) note(this.#file(path), message, text.replaced);
  }

  /** What makes the output of a use obsolete. */
  ofOutput(use: ToolUse): Successor | null {
    if (use.kind !== 'read' && use.kind !== 'edit') {
      const run = use.key === '' ? undefined : this.#runs.get(use.key);
      return run === undefined ? null : { message: run, how: 'run again' };
    }
    const file = use.path === undefined ? undefined : this.#files.get(use.path);
    const wanted = use.kind === 'read' ? use.lines : undefined;
    const read = file?.reads.find(({ lines }) => covers(lines, wanted));
    if (read !== undefined) return { message: read.message, how: 'read again' };
    return file === undefined || file.changed === null ? null : { message: file.changed, how: 'edited' };
  }

  /** What makes the text a call wrote obsolete: the whole file is shown later, or all its lines are shown or replaced. */
  ofCall({ kind, writes: [path, more] }: ToolUse, text: WrittenText | null): Successor | null {
    const file = kind !== 'edit' || path === undefined || more !== undefined ? undefined : this.#files.get(path);
    if (file === undefined) return null;
    const read = file.reads.find(({ lines }) => lines === undefined);
    if (read !== undefined) return { message: read.message, how: 'read again' };
    if (text === null) return null;
    if (text.isWhole) return file.changed === null ? null : { message: file.changed, how: 'edited' };
    return isGone(text.written, file.gone) ? { message: file.last, how: 'edited or read again' } : null;
  }

  #file(path: string): LaterFile {
    const file = this.#files.get(path) ?? { reads: [], changed: null, gone: new Set<number>(), last: 0 };
    this.#files.set(path, file);
    return file;
  }
}

function note(file: LaterFile, message: number, lines: Lines | null): void {
  if (lines === null) return;
  file.last = message;
  for (const hash of lines.hashes) file.gone.add(hash);
}

/** True when nearly all lines are among those shown or replaced later. */
function isGone({ hashes, count }: Lines, gone: ReadonlySet<number>): boolean {
  let missing = 0;
  for (let line = 0; line < count; line++) if (!gone.has(hashes[line] as number)) missing++;
  return missing * 10 <= count;
}

function covers(outer: ToolUse['lines'], inner: ToolUse['lines']): boolean {
  if (outer === undefined) return true;
  return inner !== undefined && outer[0] <= inner[0] && inner[1] <= outer[1];
}
