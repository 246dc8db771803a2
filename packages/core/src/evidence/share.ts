/** Share of a stand-in that its index of names may have, and of what it stands for: names are what work goes on with, and a little holds most. */
const OF_ROOM = 0.55;
const OF_FOLDED = 0.035;

/** Tokens the index of a stand-in is due. */
export function indexShare(limit: number, folded: number): number {
  return Math.floor(Math.min(limit * OF_ROOM, folded * OF_FOLDED));
}
