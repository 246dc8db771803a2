import { FOLDER, type Recorded } from './recorded-writes.ts';

/** What lies on a disk after the power went. */
export interface CrashImage {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Everything that was said before. */
  readonly said: string;
}

type Change = Exclude<Recorded, { kind: 'said' | 'flush' }>;

/** A file: what is surely on disk, null where it is not there, and what was done to it since. */
interface Disk {
  safe: Content | null;
  since: Change[];
}

const SECTOR = 512;

/**
 * A disk whose power can go behind everything that was done to it: what was flushed is there then, of everything else each
 * write by lottery, whole or up to some sector, in any choice of them.
 */
export class CrashingDisk {
  readonly #disks = new Map<string, Disk>();
  #said = '';

  do(did: Recorded): void {
    if (did.kind === 'said') this.#said += did.text;
    else if (did.file === FOLDER) for (const disk of this.#disks.values()) settleName(disk);
    else {
      const disk = this.#disks.get(did.file) ?? { safe: null, since: [] };
      this.#disks.set(did.file, disk);
      if (did.kind !== 'flush') disk.since.push(did);
      else {
        for (const change of disk.since) disk.safe = changed(disk.safe, change);
        disk.since = [];
      }
    }
  }

  crash(draw: (below: number) => number): CrashImage {
    const files = new Map<string, Buffer>();
    for (const [file, { safe, since }] of this.#disks) {
      let left = safe === null ? null : new Content(safe);
      for (const change of since) {
        const lot = draw(3);
        if (lot > 0) left = changed(left, lot === 1 && change.kind === 'write' ? torn(change, draw) : change);
      }
      if (left !== null) files.set(file, left.bytes);
    }
    return { files, said: this.#said };
  }
}

/** Bytes that grow. */
class Content {
  #room: Buffer;
  #size: number;

  constructor(of?: Content) {
    this.#room = Buffer.from(of?.bytes ?? []);
    this.#size = this.#room.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  write(at: number, bytes: Buffer): void {
    this.resize(Math.max(this.#size, at + bytes.length));
    bytes.copy(this.#room, at);
  }

  resize(size: number): void {
    if (size > this.#room.length) this.#room = Buffer.concat([this.bytes, Buffer.alloc(2 * size - this.#size)]);
    if (size < this.#size) this.#room.fill(0, size, this.#size);
    this.#size = size;
  }
}

/** That a file was made or removed is on disk once its folder is. */
function settleName(disk: Disk): void {
  const removed = disk.since.findLastIndex(({ kind }) => kind === 'remove');
  if (removed >= 0) {
    disk.safe = null;
    disk.since = disk.since.slice(removed + 1);
  }
  if (disk.since.some(({ kind }) => kind === 'make')) disk.safe ??= new Content();
}

function torn<W extends { readonly bytes: Buffer }>(write: W, draw: (below: number) => number): W {
  return { ...write, bytes: write.bytes.subarray(0, draw(Math.ceil(write.bytes.length / SECTOR) + 1) * SECTOR) };
}

function changed(before: Content | null, change: Change): Content | null {
  if (change.kind === 'remove') return null;
  const content = before ?? new Content();
  if (change.kind === 'cut') content.resize(change.size);
  if (change.kind === 'write') content.write(change.at, change.bytes);
  return content;
}
