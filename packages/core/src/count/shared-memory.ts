import { countModule } from './count-module.gen.ts';
import { MIDDLE_SLOTS, SHORT_SLOTS } from './vocabulary.ts';

/** Texts of up to so many bytes are counted in place; longer ones get memory of their own. */
const TEXT_BYTES = 1 << 22;
/** Bytes behind a text that lookups may read; they are zero. */
export const MARGIN = 32;

const REGISTERS = 16;
const CLASSES = 64;
const SHORT = 4096;
const MIDDLE = SHORT + SHORT_SLOTS * 12;
const TEXT = MIDDLE + MIDDLE_SLOTS * 20;
const SIZE = TEXT + TEXT_BYTES + MARGIN;
const PAGE = 1 << 16;

/**
 * One stretch of memory for the tables and the text, so that compiled code finds both where plain code does. All places in it are
 * counted from its start.
 */
export interface SharedMemory {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Classes by first byte, and the two larger tables of the vocabulary. */
  readonly byByte: Uint8Array;
  readonly short: Int32Array;
  readonly middle: Int32Array;
  /** Where texts are encoded, and where that begins. */
  readonly text: Uint8Array;
  readonly textStart: number;
  /** Counts what it can between two places and leaves count, stop and the end of the piece there (0: unknown) in `registers`. */
  readonly countKnown?: (start: number, end: number) => void;
  readonly registers: Int32Array;
}

/** Memory with the compiled loop where the platform has WebAssembly with SIMD (`compiled` false: never), plain memory elsewhere. */
export function sharedMemory(compiled = true): SharedMemory {
  const instance = compiled ? instantiate() : undefined;
  const buffer = instance?.memory.buffer ?? new ArrayBuffer(SIZE);
  const count = instance?.count;
  const bytes = new Uint8Array(buffer);
  const memory: SharedMemory = {
    bytes,
    view: new DataView(buffer),
    byByte: bytes.subarray(CLASSES, CLASSES + 256),
    short: new Int32Array(buffer, SHORT, SHORT_SLOTS * 3),
    middle: new Int32Array(buffer, MIDDLE, MIDDLE_SLOTS * 5),
    text: bytes.subarray(TEXT, TEXT + TEXT_BYTES),
    textStart: TEXT,
    registers: new Int32Array(buffer, REGISTERS, 3),
  };
  if (count === undefined) return memory;
  return { ...memory, countKnown: (start, end) => count(start, end, CLASSES, SHORT, MIDDLE, REGISTERS) };
}

type CountLoop = (start: number, end: number, classes: number, short: number, middle: number, out: number) => void;

function instantiate(): { memory: WebAssembly.Memory; count: CountLoop } | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(SIZE / PAGE) });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(countModule()), { env: { memory } });
    return { memory, count: instance.exports.count as CountLoop };
  } catch {
    // An old engine or a page that forbids WebAssembly: the plain path counts the same.
    return undefined;
  }
}
