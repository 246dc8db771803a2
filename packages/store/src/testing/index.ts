export type { Law, Open, Opened } from './law.ts';
export { placeEmptyStore } from './place-empty-store.ts';
export { storeLaws } from './store-laws.ts';
export { storedIds } from './stored-ids.ts';
export { turnsDuring } from './turns-during.ts';
export { twoWriters } from './two-writers.ts';
