import { isUtf8 } from 'node:buffer';
import { readSync, statSync } from 'node:fs';

/** A row as it lies on a page. */
export interface LeafRow {
  readonly rowid: number;
  readonly values: readonly (string | number | Buffer | null)[];
}

/** First byte of a page that rows of a table lie on, and of one that leads to such pages. */
const LEAF = 0x0d;
const INTERIOR = 0x05;
/** Bytes of the header on the first page. */
const HEADER = 100;

/**
 * The pages of a file as SQLite writes them (https://sqlite.org/fileformat.html), read without SQLite, which gives up on a table where one of its
 * pages is damaged. Rows that cannot be what was written are left out. Nobody may have the file open.
 */
export class Pages {
  readonly #file: number;
  readonly #size: number;
  readonly count: number;
  /** False where the first page is damaged, and with it what leads to all others. */
  readonly hasHeader: boolean;
  /** The number that SQLite keeps for its user. */
  readonly userVersion: number;

  constructor(file: number, path: string) {
    this.#file = file;
    const header = Buffer.alloc(HEADER);
    readSync(file, header, 0, HEADER, 0);
    const said = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    this.#size = said >= 512 && (said & (said - 1)) === 0 ? said : 4096;
    this.hasHeader = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
    this.userVersion = header.readUInt32BE(60);
    this.count = Math.ceil(statSync(path).size / this.#size);
  }

  #page(number: number): Buffer {
    const page = Buffer.alloc(this.#size);
    if (number >= 1 && number <= this.count) readSync(this.#file, page, 0, this.#size, (number - 1) * this.#size);
    return page;
  }

  /** The leaves of a table from its root on, and whether all pages on the way could be read. */
  leavesOf(root: number): { readonly leaves: readonly number[]; readonly isWhole: boolean } {
    const [leaves, seen, open]: [number[], Set<number>, number[]] = [[], new Set(), [root]];
    let isWhole = true;
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const page = this.#page(number);
      const at = number === 1 ? HEADER : 0;
      if (seen.has(number) || number > this.count || (page[at] !== LEAF && page[at] !== INTERIOR)) isWhole = false;
      else if (page[at] === LEAF) leaves.push(number);
      else
        open.push(
          page.readUInt32BE(at + 8),
          ...cellsOf(page, at, 12)
            .map((cell) => page.readUInt32BE(cell))
            .reverse(),
        );
      seen.add(number);
    }
    return { leaves, isWhole };
  }

  /** Pages that hold nothing any more: rows that lie there were deleted. */
  free(): ReadonlySet<number> {
    const free = new Set<number>();
    for (let trunk = this.#page(1).readUInt32BE(32); trunk > 0 && trunk <= this.count && !free.has(trunk); ) {
      free.add(trunk);
      const page = this.#page(trunk);
      const leaves = Math.min(page.readUInt32BE(4), this.#size / 4 - 2);
      for (let at = 0; at < leaves; at++) free.add(page.readUInt32BE(8 + at * 4));
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  /** Whether all rows of a leaf can be read. */
  isWhole(number: number): boolean {
    return this.rowsOf(number).length === this.#page(number).readUInt16BE((number === 1 ? HEADER : 0) + 3);
  }

  /** The rows of a leaf; none of a page that is no leaf. */
  rowsOf(number: number): readonly LeafRow[] {
    const page = this.#page(number);
    const at = number === 1 ? HEADER : 0;
    if (page[at] !== LEAF) return [];
    return cellsOf(page, at, 8).flatMap((cell) => {
      try {
        return this.#row(page, cell) ?? [];
      } catch (error) {
        // It leads out of the page.
        if (error instanceof RangeError) return [];
        throw error;
      }
    });
  }

  #row(page: Buffer, cell: number): LeafRow | null {
    const length = varint(page, cell);
    const rowid = varint(page, length.next);
    if (length.value > this.#size * this.count) return null;
    const payload = this.#payload(page, rowid.next, length.value);
    const values = payload && valuesOf(payload);
    return values && { rowid: rowid.value, values };
  }

  /** What begins on a page and may go on on others. */
  #payload(page: Buffer, from: number, length: number): Buffer | null {
    const [most, least] = [this.#size - 35, Math.floor(((this.#size - 12) * 32) / 255) - 23];
    if (length <= most) return from + length <= page.length ? page.subarray(from, from + length) : null;
    const fits = least + ((length - least) % (this.#size - 4));
    const here = fits <= most ? fits : least;
    const parts = [page.subarray(from, from + here)];
    let next = page.readUInt32BE(from + here);
    for (let left = length - here; left > 0; left -= this.#size - 4) {
      if (next < 2 || next > this.count) return null;
      const more = this.#page(next);
      parts.push(more.subarray(4, 4 + Math.min(left, this.#size - 4)));
      next = more.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }
}

/** Where the cells of a page begin. */
function cellsOf(page: Buffer, at: number, header: number): number[] {
  const count = Math.min(page.readUInt16BE(at + 3), Math.floor((page.length - at - header) / 2));
  const cells = Array.from({ length: count }, (_, cell) => page.readUInt16BE(at + header + cell * 2));
  return cells.filter((cell) => cell > at + header && cell < page.length - 4);
}

function varint(bytes: Buffer, from: number): { value: number; next: number } {
  let value = 0;
  for (let at = 0; at < 9; at++) {
    const byte = bytes.readUInt8(from + at);
    if (at === 8) return { value: value * 256 + byte, next: from + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: from + at + 1 };
  }
  return { value, next: from + 9 };
}

/** Bytes of the whole numbers 1 to 6. */
const WHOLE = [0, 1, 2, 3, 4, 6, 8];

/** The columns of a record; null where they do not come to its length. */
function valuesOf(record: Buffer): LeafRow['values'] | null {
  const header = varint(record, 0);
  const values: (string | number | Buffer | null)[] = [];
  let [at, from] = [header.next, header.value];
  while (at < header.value) {
    const { value: type, next } = varint(record, at);
    at = next;
    const size = type >= 12 ? Math.floor((type - 12) / 2) : type === 7 ? 8 : (WHOLE[type] ?? 0);
    if (type === 10 || type === 11 || from + size > record.length) return null;
    const bytes = record.subarray(from, from + size);
    from += size;
    if (type === 0) values.push(null);
    else if (type === 7) values.push(bytes.readDoubleBE(0));
    else if (type === 8 || type === 9) values.push(type - 8);
    else if (type < 7) values.push(size === 8 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, size));
    else if (type % 2 === 0) values.push(Buffer.from(bytes));
    // No text of ours has a zero in it (see `storableText`): that is a page whose end is lost.
    else if (isUtf8(bytes) && !bytes.includes(0)) values.push(bytes.toString('utf8'));
    else return null;
  }
  return at === header.value && from === record.length ? values : null;
}
