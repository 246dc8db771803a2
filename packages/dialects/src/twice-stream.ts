import type { Json } from '@tenfold/core';
import type { FileStream } from './body-stream.ts';
import { type Conversation, imported } from './conversation.ts';
import type { FileFormat } from './format.ts';
import type { Imported, Importer, TwiceRead } from './importers/importer.ts';
import { timeSpanOf } from './importers/time-span.ts';
import { listOf } from './json.ts';
import type { Located, RecordReader, Records } from './records.ts';
import type { SkippedLines } from './skipped-lines.ts';
import type { Sliced } from './slices.ts';

/** How text is made small while it waits, and whole again. */
export interface Packing {
  pack(text: string): Uint8Array;
  unpack(packed: Uint8Array): string;
}

/** A long transcript whose records refer to each other: they lie packed until the last has come, and are then read some at a time. */
export class TwiceStream implements FileStream {
  readonly #reader: RecordReader;
  readonly #reading: TwiceRead;
  readonly #format: FileFormat;
  readonly #packing: Packing;
  readonly #size: number;
  readonly #packed: Uint8Array[] = [];
  #since = 0;
  #about: Omit<Imported, 'messages' | 'frame' | 'times'> | undefined;
  #isBegun = false;
  #bad: SkippedLines = { count: 0, lines: [] };

  constructor(
    reader: RecordReader,
    { id, twice }: Importer & Required<Pick<Importer, 'twice'>>,
    { packing, piece }: { readonly packing: Packing; readonly piece: number },
  ) {
    this.#reader = reader;
    this.#reading = twice();
    this.#format = { container: 'body-lines', dialect: 'jsonl', importedFrom: id };
    this.#packing = packing;
    this.#size = piece * PIECES;
  }

  get skipped(): SkippedLines {
    return this.#bad;
  }

  *read(characters: number): Sliced<readonly Conversation[]> {
    this.#since += characters;
    if (this.#since < this.#size) return [];
    yield;
    this.#take(this.#reader.takeLines());
    return [];
  }

  *end(records: Records): Sliced<readonly Conversation[]> {
    if (records.kind === 'lines') this.#bad = records.bad;
    this.#take(records.kind === 'lines' ? records.located : [records.located]);
    this.#about = yield* this.#reading.settle();
    return yield* this.more();
  }

  *more(): Sliced<readonly Conversation[]> {
    if (this.#about === undefined) return [];
    const { line } = this.#about;
    for (let packed = this.#packed.shift(); packed !== undefined; packed = this.#packed.shift()) {
      const values = JSON.parse(this.#packing.unpack(packed)) as Json;
      yield;
      const records = listOf(values).map((value) => ({ value, line }));
      const isLast = this.#packed.length === 0;
      const { frame = {}, messages, times } = yield* this.#reading.read(records, isLast);
      const isFirst = !this.#isBegun;
      if (messages.length === 0 && !(isFirst && isLast)) continue;
      this.#isBegun = true;
      if (isFirst) return [imported({ ...this.#about, frame, messages, times }, this.#format)];
      return [{ ...timeSpanOf(times), times, line, format: this.#format, frame, messages, openingMessages: 0, isMore: true }];
    }
    return [];
  }

  #take(records: readonly Located[]): void {
    this.#since = 0;
    for (const record of records) this.#reading.note(record);
    if (records.length > 0) this.#packed.push(this.#packing.pack(JSON.stringify(records.map(({ value }) => value))));
  }
}

/** Pieces of a conversation that are packed together: more is packed smaller, and takes longer at once. */
const PIECES = 4;
