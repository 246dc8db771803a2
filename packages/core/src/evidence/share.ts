/** Share of a stand-in that its index of names may have, and of what it stands for: names are what work goes on with, and a little holds most. */
const FIRST = { ofRoom: 0.75, ofFolded: 0.02 };
const ALL = { ofRoom: 0.75, ofFolded: 0.028 };

/** Tokens the index of a stand-in is due before anything else is weighed, and in all. */
export function indexShare(limit: number, folded: number): readonly [first: number, all: number] {
  const due = ({ ofRoom, ofFolded }: typeof FIRST) => Math.floor(Math.min(limit * ofRoom, folded * ofFolded));
  return [due(FIRST), due(ALL)];
}
