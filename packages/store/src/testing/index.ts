export type { Law, Open, Opened } from './law.ts';
export { storeLaws } from './store-laws.ts';
export { twoWriters } from './two-writers.ts';
