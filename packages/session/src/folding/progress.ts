/** Where a run is, for people who wait. */
export interface Progress {
  readonly pass: number;
  readonly passes: number;
  readonly passName: string;
  readonly scope: string;
  /** Position its divider will stand before, as far as can be told; null until it can. */
  readonly at: number | null;
}

/** What a run begins with. */
export const CONDENSING = 'Condensing context...';
