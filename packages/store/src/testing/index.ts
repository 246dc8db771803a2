export type { Law, Open, Opened } from './law.ts';
export { storeLaws } from './store-laws.ts';
export { turnsDuring } from './turns-during.ts';
export { twoWriters } from './two-writers.ts';
