import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of room for the youngest objects that make a long import no slower. V8 would take four times as much. */
const YOUNG_ROOM = 16_000_000;
/** Percent by which what is alive may grow before V8 looks for what is not; by itself it waits until it is several times as much. */
const GROWTH = 20;
const LOOK_MS = 10;
/** Work that takes longer is worth a pause at its beginning: how far memory may grow is decided at a collection, for the time until the next. */
const LONG_MS = 300;

let spared = 0;
let watch: NodeJS.Timeout | undefined;
let first: NodeJS.Timeout | undefined;
let isHeld = false;

/**
 * Does work that makes much and keeps little in little room: V8 takes what a machine has before it tidies up, and the longer it waits,
 * the longer everybody waits for it then. Both flags are read anew at every collection, so that they may change while it runs.
 */
export async function sparingMemory<T>(work: () => Promise<T>): Promise<T> {
  if (spared++ === 0) {
    setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
    watch = setInterval(holdYoung, LOOK_MS).unref();
    first = setTimeout(collect, LONG_MS).unref();
    holdYoung();
  }
  try {
    return await work();
  } finally {
    if (--spared === 0) {
      clearInterval(watch);
      clearTimeout(first);
      hold(false);
      setFlagsFromString('--heap-growing-percent=0');
    }
  }
}

function holdYoung(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  hold((young?.space_size ?? 0) >= YOUNG_ROOM);
}

function hold(wish: boolean): void {
  if (wish === isHeld) return;
  isHeld = wish;
  setFlagsFromString(`--semi-space-growth-factor=${wish ? 1 : 2}`);
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync' });
}
