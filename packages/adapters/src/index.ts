export type { Call } from './call-reader.ts';
export { type Fitted, Fitter } from './fitter.ts';
export { type FoldStore, memoryStore } from './fold-store.ts';
export type { Answerer, FoldReport, TenfoldOptions } from './options.ts';
export { Recall } from './recall.ts';
