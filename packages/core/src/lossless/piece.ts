import type { Origin } from '../fold.ts';
import { contentHash } from '../hash.ts';
import type { Message, Part, Role, ToolResult } from '../message.ts';
import type { Draft, Problem } from '../pass.ts';
import type { EntryId, Transcript } from '../transcript.ts';
import type { EntryRow, View } from '../view.ts';
import { type Lines, linesOf } from './lines.ts';
import { BLOCK, type CopiedFrom, looksFolded } from './marks.ts';
import { readableLines, readableText } from './readable.ts';
import type { ToolTable } from './tool-kinds.ts';
import { type ToolUse, type ToolUses, toolUsesOf } from './tool-use.ts';

/** A readable part of a view: as it is shown, as it was, and what it may be used for. */
export interface Piece {
  readonly entry: EntryId;
  /** Position of its message in the transcript, and its own in the message. */
  readonly position: number;
  readonly index: number;
  readonly role: Role;
  readonly place: CopiedFrom;
  /** The part as it was recorded, and as it is rendered now. */
  readonly part: Part;
  readonly now: Part;
  readonly shown: string;
  /** True when a reader of the view can get all of the original: it may be referred to. */
  readonly whole: boolean;
  /** True when lossless passes may fold it. */
  readonly open: boolean;
  /** What tool it came from, when it holds a tool's output. */
  readonly use?: ToolUse;
}

/** Pieces of one row, and what they were made of. */
interface RowPieces {
  readonly message: Message;
  readonly fixed: boolean;
  readonly pieces: readonly Piece[];
}

interface Known {
  readonly view: View;
  readonly uses: ToolUses;
  readonly rows: readonly (RowPieces | undefined)[];
  readonly pieces: readonly Piece[];
}

/** Of each transcript the last view asked for: passes follow one another, and most rows stay as they are. */
const known = new WeakMap<Transcript, Known>();

/** All readable parts of a problem's view, in order. */
export function piecesOf({ view, seams }: Problem, table: ToolTable): readonly Piece[] {
  const uses = toolUsesOf(view.transcript, table);
  const before = known.get(view.transcript);
  const last = before?.uses === uses ? before : undefined;
  if (last?.view === view) return last.pieces;
  const pieces: Piece[] = [];
  const rows = view.rows.map((row, at): RowPieces | undefined => {
    if (row.kind !== 'entry') return undefined;
    const fixed = seams.fixed(row.index);
    const old = last?.rows[at];
    const isSame =
      old !== undefined && old.message === row.message && old.fixed === fixed && old.pieces[0]?.position === row.index;
    const found = isSame ? old : { message: row.message, fixed, pieces: piecesIn(row, fixed, uses) };
    for (const piece of found.pieces) pieces.push(piece);
    return found;
  });
  known.set(view.transcript, { view, uses, rows, pieces });
  return pieces;
}

function piecesIn(row: EntryRow, fixed: boolean, uses: ToolUses): readonly Piece[] {
  const pieces: Piece[] = [];
  row.entry.message.parts.forEach((part, index) => {
    const original = readableText(part);
    if (original === null) return;
    const now = row.message.parts[index] as Part;
    const use = uses[row.index]?.[index];
    const isOutput = part.type === 'tool-result' ? isOneText(part.output) : part.type === 'text' && use !== undefined;
    pieces.push({
      entry: row.entry.id,
      position: row.index,
      index,
      role: row.message.role,
      place: { message: row.index, part: pieces.length + 1 },
      part,
      now,
      shown: now === part ? original : (readableText(now) as string),
      whole: now === part || isLossless(row, index),
      open: isOutput && !fixed && !looksFolded(original) && original.isWellFormed(),
      ...(use === undefined ? {} : { use }),
    });
  });
  return pieces;
}

/** The lines of a piece as it is shown, gutters among their words. */
export function shownLines({ part, now, shown }: Piece): Lines {
  const bare = now === part ? readableLines(part) : null;
  if (bare !== null && bare.gutters.length === 0) return bare;
  const before = lines.get(now);
  if (before !== undefined) return before;
  const found = linesOf(shown);
  lines.set(now, found);
  return found;
}

const lines = new WeakMap<Part, Lines>();

/** True when a fold by reference already stands on a piece: it is settled, and left so. */
export function isReference({ shown, part }: Piece): boolean {
  return shown !== readableText(part) && /^(?:⟨ Block ⟩\n)?⟨ (?:Reference|File|Consolidated|Literal)/u.test(shown);
}

/** The origin a fold on another piece names to depend on this one. */
export function originOf({ entry, index, use, part }: Piece, lines?: readonly [number, number]): Origin {
  return {
    type: use?.kind === 'read' ? 'file' : part.type === 'tool-result' ? 'tool_result' : 'output',
    entry,
    part: index,
    ...(lines === undefined ? {} : { lines }),
    ...(use?.path === undefined ? {} : { path: use.path }),
    ...(use === undefined ? {} : { operation: use.tool }),
    hash: hashOf(part),
  };
}

/** A draft that stands in for a piece and from which a reader can rebuild it. */
export function losslessDraft(piece: Piece, kind: Draft['kind'], body: string, origins?: readonly Origin[]): Draft {
  return {
    target: { kind: 'part', entry: piece.entry, index: piece.index },
    kind,
    body: standIn(piece, body),
    lossless: true,
    ...(origins === undefined ? {} : { origins }),
  };
}

/** Characters saved beyond which a fold surely saves tokens; below, they are counted. */
const SURELY = 400;

/** True when a stand-in weighs less than what is shown. */
export function pays({ count }: Problem, piece: Piece, body: string): boolean {
  const full = standIn(piece, body);
  const saved = piece.shown.length - full.length;
  return saved > SURELY || (saved > -piece.shown.length / 4 && count.text(full) < count.text(piece.shown));
}

/** A body with the mark that says it stood in a list, where it is the first fold of such a piece. */
function standIn({ part, now }: Piece, body: string): string {
  return part === now && part.type === 'tool-result' && typeof part.output !== 'string' ? `${BLOCK}\n${body}` : body;
}

/** Text, or a list of one text and nothing beside it: what a decoder can put back. */
function isOneText(output: ToolResult['output']): boolean {
  if (typeof output === 'string') return true;
  const [piece, more] = output;
  return piece?.type === 'text' && more === undefined && Object.keys(piece).length === 2;
}

const hashes = new WeakMap<Part, string>();

function hashOf(part: Part): string {
  const found = hashes.get(part) ?? contentHash(readableText(part) ?? '');
  hashes.set(part, found);
  return found;
}

/** A lossless fold is only ever made on a piece that is whole, so the top one speaks for those below. */
function isLossless(row: EntryRow, index: number): boolean {
  return row.folds.every((fold) => fold.target.kind !== 'part' || fold.target.index !== index || fold.lossless);
}
