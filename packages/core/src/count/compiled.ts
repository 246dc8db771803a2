import { countModule } from './count-module.gen.ts';

const PAGE = 1 << 16;

/** What packages/core/wasm/count.ts exports, and the memory it works on. */
export interface Compiled {
  readonly buffer: ArrayBuffer;
  /** Where it takes texts to begin: behind all tables, so that a difference in their layout shows. */
  readonly text: { readonly value: number };
  /** Enters all tokens into the tables. */
  readonly fill: (tokens: number, shapes: number, bytes: number) => void;
  /** Counts from one place until a piece reaches the second; leaves the count, where it stopped and the end of a piece left out in the registers. */
  readonly count: (start: number, stop: number, end: number) => void;
}

/** The compiled code with `bytes` of memory, or undefined where the platform does not take it. */
export function compile(bytes: number): Compiled | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(countModule()), { env: { memory } });
    return { ...(exports as Omit<Compiled, 'buffer'>), buffer: memory.buffer };
  } catch {
    // An old engine or a page that forbids WebAssembly: the plain path counts the same.
    return undefined;
  }
}
