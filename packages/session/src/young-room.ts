import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Megabytes of room for the youngest objects, with which nothing was seen to be slower. V8 would take eight times as much. */
const ROOM = 16;

let holders = 0;
let watch: PerformanceObserver | undefined;
let isHeld = false;

/**
 * Keeps the room for the youngest objects from growing until the answer is called: what it has once grown to, V8 takes for good as long as
 * there is work. How much it grows is read anew at every collection, so it is looked at behind each of them.
 */
export function holdYoungRoom(): () => void {
  if (holders++ === 0) {
    // The wish counts for all threads of the process, and a new one would begin with too little to go on with.
    setFlagsFromString(`--min-semi-space-size=${ROOM}`);
    watch = new PerformanceObserver(look);
    watch.observe({ entryTypes: ['gc'] });
    look();
  }
  let isHolder = true;
  return () => {
    if (isHolder && --holders === 0) {
      watch?.disconnect();
      hold(false);
      setFlagsFromString('--min-semi-space-size=0');
    }
    isHolder = false;
  };
}

function look(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  hold((young?.space_size ?? 0) >= ROOM * 1e6);
}

function hold(wish: boolean): void {
  if (wish === isHeld) return;
  isHeld = wish;
  setFlagsFromString(`--semi-space-growth-factor=${wish ? 1 : 2}`);
}
