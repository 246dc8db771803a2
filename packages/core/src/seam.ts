/** Where a transcript may be cut, and what may not be touched at all. Indexes are positions in the transcript. */
export interface Seams {
  /** True when a cut right before entry `index` separates nothing that belongs together. */
  cutBefore(index: number): boolean;
  /** First and last index of the unit (tool transaction, reasoning chain, fold group) entry `index` belongs to. */
  unit(index: number): readonly [number, number];
  /** True for entries no strategy may fold: the opening, system text, protected ones and their transactions. */
  fixed(index: number): boolean;
  /** First entry of the open turn: the latest user message and all that follows. */
  readonly openTurn: number;
}
