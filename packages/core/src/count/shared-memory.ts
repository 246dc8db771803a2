import type { Asset } from './asset.ts';
import { countModule } from './count-module.gen.ts';
import { HINT_SLOTS } from './hints.ts';
import { FILTER_BITS, type Ground, MIDDLE_SLOTS, SHORT_SLOTS } from './vocabulary.ts';

/** Texts of up to so many bytes are counted in place; longer ones get memory of their own. */
const TEXT_BYTES = 1 << 22;
/** Bytes behind a text that lookups may read; they are zero. */
export const MARGIN = 32;

const REGISTERS = 16;
const CLASSES = 64;
const SHORT = 4096;
const MIDDLE = SHORT + SHORT_SLOTS * 12;
const FILTER = MIDDLE + MIDDLE_SLOTS * 20;
const HINTS = FILTER + (1 << (FILTER_BITS - 3));
const TEXT = HINTS + HINT_SLOTS * 4;
const SIZE = TEXT + TEXT_BYTES + MARGIN;
const PAGE = 1 << 16;

/**
 * One stretch of memory for the tables and the text, so that compiled code finds both where plain code does. All places in it are
 * counted from its start.
 */
export interface SharedMemory extends Ground {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Classes by first byte. */
  readonly byByte: Uint8Array;
  /** Where texts are encoded, and where that begins. */
  readonly text: Uint8Array;
  readonly textStart: number;
  /** Counts what it can between two places and leaves count, stop and the end of the piece there (0: unknown) in `registers`. */
  readonly countKnown?: (start: number, end: number) => void;
  readonly registers: Int32Array;
}

/** Memory with the compiled loops where the platform has WebAssembly with SIMD (`compiled` false: never), plain memory elsewhere. */
export function sharedMemory(compiled = true): SharedMemory {
  const loops = compiled ? instantiate() : undefined;
  const buffer = loops?.memory.buffer ?? new ArrayBuffer(SIZE);
  const bytes = new Uint8Array(buffer);
  const memory: SharedMemory = {
    bytes,
    view: new DataView(buffer),
    byByte: bytes.subarray(CLASSES, CLASSES + 256),
    short: new Int32Array(buffer, SHORT, SHORT_SLOTS * 3),
    middle: new Int32Array(buffer, MIDDLE, MIDDLE_SLOTS * 5),
    filter: new Int32Array(buffer, FILTER, 1 << (FILTER_BITS - 5)),
    hints: new Int32Array(buffer, HINTS, HINT_SLOTS),
    text: bytes.subarray(TEXT, TEXT + TEXT_BYTES),
    textStart: TEXT,
    registers: new Int32Array(buffer, REGISTERS, 3),
  };
  if (loops === undefined) return memory;
  return {
    ...memory,
    countKnown: (start, end) => loops.count(start, end, CLASSES, SHORT, MIDDLE, REGISTERS),
    fill: ({ tokens, shapes, bytes: tokenBytes }: Asset) => {
      memory.text.set(shapes);
      memory.text.set(tokenBytes, shapes.length);
      loops.fill(tokens, TEXT, TEXT + shapes.length, SHORT, MIDDLE, FILTER, HINTS);
    },
  };
}

/** What packages/core/wasm/pieces.ts exports. */
interface Loops {
  readonly memory: WebAssembly.Memory;
  readonly count: (start: number, end: number, classes: number, short: number, middle: number, out: number) => void;
  readonly fill: (
    tokens: number,
    shapes: number,
    bytes: number,
    short: number,
    middle: number,
    filter: number,
    hints: number,
  ) => void;
}

function instantiate(): Loops | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(SIZE / PAGE) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(countModule()), { env: { memory } });
    return { memory, count: exports.count as Loops['count'], fill: exports.fill as Loops['fill'] };
  } catch {
    // An old engine or a page that forbids WebAssembly: the plain path counts the same.
    return undefined;
  }
}
