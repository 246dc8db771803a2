import type { Json } from '@tenfold/core';
import { BodyStream, type FileStream } from './body-stream.ts';
import { bodyDialect, importerOf, isMessage } from './format.ts';
import type { RecordReader } from './records.ts';
import { detectInSlices } from './registry.ts';
import { everyInSlices, type Sliced } from './slices.ts';
import { TalkStream } from './talk-stream.ts';
import { type Packing, TwiceStream } from './twice-stream.ts';
import { unwrap } from './wrapping.ts';

/** Characters by which the format of a long file is told, and those of a conversation that come at a time. */
export interface PieceSizes {
  /** Characters that a line is parsed in one go up to; as many as usual, unless said. */
  readonly atOnce?: number;
  readonly head: number;
  readonly piece: number;
  /** Where what has to be read twice waits packed; otherwise it is kept as it is. */
  readonly packing?: Packing;
}

/** How the file can be read as it comes, once that can be told; null where it has to be read whole. */
export function* fileStream(
  reader: RecordReader,
  read: number,
  sizes: PieceSizes | undefined,
): Sliced<FileStream | null | undefined> {
  const [first, second] = reader.lines;
  if (first !== undefined && second !== undefined) {
    const dialect = bodyDialect(first.value)?.id;
    if (dialect !== undefined && (yield* importerOf([first.value])) === undefined)
      return new BodyStream(reader, { container: 'body-lines', dialect });
  }
  if (sizes === undefined || read < sizes.head) return undefined;
  if (first !== undefined) return second === undefined ? undefined : yield* messageLines(reader, sizes);
  const { growing } = reader;
  if (growing === undefined || growing.items.length === 0) return undefined;
  const { items, within, line } = growing;
  if (within === null) return yield* longList(reader, items, line, sizes);
  const value = { ...within.object, [within.field]: items };
  const dialect = within.field === 'messages' && unwrap(value) === undefined ? bodyDialect(value) : undefined;
  if (dialect?.decodeMore === undefined || (yield* importerOf([value])) !== undefined) return null;
  return new TalkStream(reader, { container: 'body', dialect: dialect.id }, { ...within, line }, sizes.piece);
}

function* messageLines(reader: RecordReader, sizes: PieceSizes): Sliced<FileStream | null> {
  const values = reader.lines.map(({ value }) => value);
  const importer = yield* importerOf(values);
  const { packing, piece } = sizes;
  if (importer !== undefined) {
    const { twice } = importer;
    return twice && packing ? new TwiceStream(reader, { ...importer, twice }, { packing, piece }) : null;
  }
  const dialect = values.slice(0, 2).every(isMessage) ? yield* detectInSlices(values.filter(isMessage)) : undefined;
  if (dialect?.decodeMore === undefined) return null;
  const format = { container: 'message-lines', dialect: dialect.id } as const;
  return new TalkStream(reader, format, { field: null, line: reader.lines[0]?.line ?? 1 }, piece);
}

/** One long list: conversations, or the messages of one. */
function* longList(reader: RecordReader, items: readonly Json[], line: number, sizes: PieceSizes): Sliced<FileStream | null> {
  const importer = yield* importerOf(items);
  if (importer !== undefined) return importer.readsEach === true ? new BodyStream(reader, importer) : null;
  const first = bodyDialect(items[0] as Json);
  if (first !== undefined && (yield* everyInSlices(items, (body) => bodyDialect(body) !== undefined)))
    return new BodyStream(reader, { container: 'body-list', dialect: first.id });
  const dialect = yield* detectInSlices([...items]);
  if (dialect?.decodeMore === undefined) return null;
  return new TalkStream(reader, { container: 'messages', dialect: dialect.id }, { field: null, line }, sizes.piece);
}
