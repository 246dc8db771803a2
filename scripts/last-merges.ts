/**
 * For each token the length of the left one of the two tokens that byte-pair merging joins last to make it, 0 for single bytes.
 * Throws where merging never makes a token from its own bytes: the counter relies on that.
 */
export function lastMerges(tokens: readonly Buffer[]): Uint8Array {
  const ranks = new Map(tokens.map((token, rank) => [token.toString('latin1'), rank]));
  return Uint8Array.from(tokens, (token, rank) => lastMerge(token.toString('latin1'), rank, ranks));
}

/** Merges the plain way, lowest rank first and leftmost among equals, as long as ranks stay below the token's own. */
function lastMerge(bytes: string, rank: number, ranks: ReadonlyMap<string, number>): number {
  const parts = [...bytes];
  while (parts.length > 2) {
    let best = -1;
    let bestRank = rank;
    for (let at = 0; at + 1 < parts.length; at++) {
      const joined = ranks.get(`${parts[at]}${parts[at + 1]}`) ?? rank;
      if (joined < bestRank) {
        best = at;
        bestRank = joined;
      }
    }
    if (best < 0) throw new Error(`Merging never makes the token of rank ${rank}.`);
    parts.splice(best, 2, `${parts[best]}${parts[best + 1]}`);
  }
  return parts.length === 2 ? (parts[0] as string).length : 0;
}
