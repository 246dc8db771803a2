import type { Json } from '@tenfold/core';
import { type Conversation, conversation, imported } from './conversation.ts';
import { bodyDialect, type FileFormat, LIKE, strayLine } from './format.ts';
import type { FormatError } from './format-error.ts';
import type { Importer } from './importers/importer.ts';
import { isList } from './json.ts';
import type { Located, RecordReader, Records } from './records.ts';
import { joined, MAX_TOLD, type SkippedLines } from './skipped-lines.ts';
import type { Sliced } from './slices.ts';

/** A file that is read as it comes: of what has been given away, nothing is kept. */
export interface FileStream {
  /** What has come since, after so many characters more. */
  read(characters: number): Sliced<readonly Conversation[]>;
  end(records: Records): Sliced<readonly Conversation[]>;
  /** What is still left behind its end; nothing where that was all. */
  more?(): Sliced<readonly Conversation[]>;
  readonly skipped: SkippedLines;
}

/** Conversations, each whole. */
export class BodyStream implements FileStream {
  readonly #reader: RecordReader;
  readonly #format: FileFormat | Importer;
  readonly #strays: number[] = [];
  #strayed = 0;
  #firstStray: FormatError | undefined;
  #bad: SkippedLines = { count: 0, lines: [] };

  constructor(reader: RecordReader, format: FileFormat | Importer) {
    this.#reader = reader;
    this.#format = format;
  }

  get skipped(): SkippedLines {
    const first = this.#firstStray;
    return joined({ count: this.#strayed, lines: this.#strays, ...(first && { first }) }, this.#bad);
  }

  read(): Sliced<readonly Conversation[]> {
    const { growing } = this.#reader;
    if (growing === undefined || growing.within !== null) return this.#all(this.#reader.takeLines());
    growing.tookOut();
    return this.#all(growing.items.splice(0).map((value) => ({ value, line: growing.line })));
  }

  *end(records: Records): Sliced<readonly Conversation[]> {
    if (records.kind === 'whole') return yield* this.#all(itemsOf(records.located));
    this.#bad = records.bad;
    return yield* this.#all(records.located.flatMap((located) => (located.isRest ? itemsOf(located) : [located])));
  }

  *#all(values: readonly Located[]): Sliced<readonly Conversation[]> {
    const format = this.#format;
    const all: Conversation[] = [];
    for (const located of values) {
      if ('read' in format)
        for (const found of yield* format.read([located]))
          all.push(imported(found, { container: 'body-lines', dialect: 'jsonl', importedFrom: format.id }));
      else if (bodyDialect(located.value) !== undefined) all.push(yield* conversation(located, format));
      else {
        this.#firstStray ??= strayLine(located, LIKE.body);
        if (++this.#strayed <= MAX_TOLD) this.#strays.push(located.line);
      }
      yield;
    }
    return all;
  }
}

/** What is left of a list. */
function itemsOf({ value, line }: Located): readonly Located[] {
  return isList(value) ? value.map((item: Json) => ({ value: item, line })) : [{ value, line }];
}
