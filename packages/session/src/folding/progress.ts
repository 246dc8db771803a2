/** Where a run is, for people who wait. */
export interface Progress {
  readonly pass: number;
  readonly passes: number;
  readonly passName: string;
  readonly scope: string;
}

/** What a run begins with. */
export const CONDENSING = 'Condensing context...';
