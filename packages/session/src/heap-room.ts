import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Megabytes of room for the youngest objects, with which nothing was seen to be slower. V8 would take eight times as much. */
const ROOM = 16;
/** Milliseconds between two collections that also move together what is left: a longer pause, for which free pages go back to the system. */
const COMPACT_MS = 60_000;

/** Percents by which what is alive may grow, of all who hold the room. */
const held = new Set<{ readonly growth: number }>();
let watch: PerformanceObserver | undefined;
let isFull = false;
let isCompacting = false;
let compactedAt = 0;

/**
 * Keeps memory from growing until the answer is called. What the youngest objects have once grown to, V8 takes for good as long as there
 * is work. Of the others it lets pile up what is no longer used until they are `growth` percent more than what was alive, by itself up to
 * four times of it, the more the busier the machine is. What is left lies ever more scattered while there is work, and the process keeps
 * every page that holds some of it, so now and then a collection moves it together. Flags that count are read anew at every collection, so
 * it is looked at behind each of them.
 */
export function limitHeapGrowth(growth: number): () => void {
  const holder = { growth };
  held.add(holder);
  if (held.size === 1) {
    // The wish counts for all threads of the process, and a new one would begin with too little to go on with.
    setFlagsFromString(`--min-semi-space-size=${ROOM}`);
    compactedAt = performance.now();
    watch = new PerformanceObserver((collections) => {
      look();
      if (collections.getEntries().some(isMajor)) compactNowAndThen();
    });
    watch.observe({ entryTypes: ['gc'] });
    look();
  }
  letGrow();
  return () => {
    if (held.delete(holder) && held.size === 0) {
      watch?.disconnect();
      hold(false);
      compact(false);
      setFlagsFromString('--min-semi-space-size=0');
    }
    letGrow();
  };
}

/** As little as one of them wishes; as much as V8 likes where there is none. */
function letGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${held.size === 0 ? 0 : Math.min(...[...held].map(({ growth }) => growth))}`);
}

function look(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  hold((young?.space_size ?? 0) >= ROOM * 1e6);
}

function hold(wish: boolean): void {
  if (wish === isFull) return;
  isFull = wish;
  setFlagsFromString(`--semi-space-growth-factor=${wish ? 1 : 2}`);
}

/** Not while work is under way that asked for less room of its own: its requests are held to short pauses. */
function compactNowAndThen(): void {
  if (isCompacting) compactedAt = performance.now();
  compact(!isCompacting && held.size === 1 && performance.now() - compactedAt > COMPACT_MS);
}

function compact(wish: boolean): void {
  if (wish === isCompacting) return;
  isCompacting = wish;
  setFlagsFromString(wish ? '--optimize-for-size' : '--no-optimize-for-size');
}

function isMajor(collection: PerformanceEntry): boolean {
  const { detail } = collection as PerformanceEntry & { readonly detail: NodeGCPerformanceDetail };
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
