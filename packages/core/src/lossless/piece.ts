import type { Origin } from '../fold.ts';
import { contentHash } from '../hash.ts';
import type { Part } from '../message.ts';
import type { Draft, Problem } from '../pass.ts';
import type { EntryRow, View } from '../view.ts';
import { looksFolded, type Place } from './marks.ts';
import { readableLines, readableText } from './readable.ts';
import { partAt } from './rebuild.ts';
import type { ToolTable } from './tool-kinds.ts';
import { type ToolUse, toolUsesOf } from './tool-use.ts';
import { type Above, unfold } from './unfold.ts';

/** A readable part of a view: as it is shown, as it was, and what it may be used for. */
export interface Piece {
  readonly row: EntryRow;
  readonly index: number;
  readonly place: Place;
  /** The part as it was recorded. */
  readonly part: Part;
  readonly shown: string;
  /** True when a reader of the view can get all of the original: it may be referred to. */
  readonly whole: boolean;
  /** True when lossless passes may fold it. */
  readonly open: boolean;
  /** What tool it came from, when it holds a tool's output. */
  readonly use?: ToolUse;
}

const known = new WeakMap<View, { table: ToolTable; pieces: readonly Piece[] }>();

/** All readable parts of a problem's view, in order; remembered per view. */
export function piecesOf({ view, seams }: Problem, table: ToolTable): readonly Piece[] {
  const before = known.get(view);
  if (before?.table === table) return before.pieces;
  const uses = toolUsesOf(view.transcript, table);
  const places = new Map<number, readonly Part[]>();
  const above: Above = {
    text: (place) => readOr(partAt(places, place), readableText),
    lines: (place) => readOr(partAt(places, place), readableLines),
  };
  const pieces: Piece[] = [];
  for (const row of view.rows) {
    if (row.kind !== 'entry') continue;
    places.set(row.index, row.entry.message.parts);
    const fixed = seams.fixed(row.index);
    let ordinal = 0;
    row.entry.message.parts.forEach((part, index) => {
      const original = readableText(part);
      if (original === null) return;
      const now = row.message.parts[index] as Part;
      const shown = now === part ? original : (readableText(now) as string);
      const use = uses.get(`${row.index}.${index}`);
      const output = part.type === 'tool-result' ? typeof part.output === 'string' : part.type === 'text' && use !== undefined;
      pieces.push({
        row,
        index,
        place: { message: row.index, part: ++ordinal },
        part,
        shown,
        whole: now === part || (isLossless(row, index) && unfold(shown, above) === original),
        open: output && !fixed && !looksFolded(original) && original.isWellFormed(),
        ...(use === undefined ? {} : { use }),
      });
    });
  }
  known.set(view, { table, pieces });
  return pieces;
}

/** True when a fold by reference already stands on a piece: it is settled, and left so. */
export function isReference({ shown, part }: Piece): boolean {
  return shown !== readableText(part) && /^⟨ (?:Reference|File|Consolidated|Literal)/u.test(shown);
}

/** The origin a fold on another piece names to depend on this one. */
export function originOf({ row, index, use, part }: Piece, lines?: readonly [number, number]): Origin {
  return {
    type: use?.kind === 'read' ? 'file' : part.type === 'tool-result' ? 'tool_result' : 'output',
    entry: row.entry.id,
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
    target: { kind: 'part', entry: piece.row.entry.id, index: piece.index },
    kind,
    body,
    lossless: true,
    ...(origins === undefined ? {} : { origins }),
  };
}

/** Characters saved beyond which a fold surely saves tokens; below, they are counted. */
const SURELY = 400;

/** True when a stand-in weighs less than what is shown. */
export function pays({ count }: Problem, { shown }: Piece, body: string): boolean {
  const saved = shown.length - body.length;
  return saved > SURELY || (saved > -shown.length / 4 && count.text(body) < count.text(shown));
}

const hashes = new WeakMap<Part, string>();

function hashOf(part: Part): string {
  const found = hashes.get(part) ?? contentHash(readableText(part) ?? '');
  hashes.set(part, found);
  return found;
}

function isLossless(row: EntryRow, index: number): boolean {
  return row.folds.every((fold) => fold.target.kind !== 'part' || fold.target.index !== index || fold.lossless);
}

function readOr<Value>(part: Part | null, read: (part: Part) => Value | null): Value | null {
  return part === null ? null : read(part);
}
