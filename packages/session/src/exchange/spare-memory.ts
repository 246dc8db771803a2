import { beginCollecting } from '../collect-garbage.ts';
import { limitHeapGrowth } from '../heap-room.ts';

/** Percent by which what is alive may grow before V8 looks for what is not. */
const GROWTH = 20;
/** Work that takes longer is worth a collection at its beginning: how far memory may grow is decided at one, for the time until the next. */
const LONG_MS = 300;

let spared = 0;
let first: NodeJS.Timeout | undefined;

/**
 * Does work that makes much and keeps little in little room: V8 takes what a machine has before it tidies up, and the longer it waits,
 * the longer everybody waits for it then.
 */
export async function withLittleMemory<T>(work: () => Promise<T>): Promise<T> {
  const letGrow = limitHeapGrowth(GROWTH);
  if (spared++ === 0) first = setTimeout(beginCollecting, LONG_MS).unref();
  try {
    return await work();
  } finally {
    letGrow();
    if (--spared === 0) clearTimeout(first);
  }
}
