import { resourceUsage } from 'node:process';
import { moveStore } from '../src/index.ts';

// A process of its own: moves a store, compares every row, and says how long it took and how much memory it had at most.
const [from = '', to = ''] = process.argv.slice(2);
const begun = performance.now();
const moved = await moveStore(from, to, { claim: async () => async () => {} });
console.log(JSON.stringify({ ...moved, seconds: (performance.now() - begun) / 1_000, rssMb: resourceUsage().maxRSS / 1_000 }));
