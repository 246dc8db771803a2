/** Characters of a token on the whole: for what nobody counted and nobody was billed for by name. */
const CHARACTERS = 4;

/** About how many tokens a text of some length has. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS);
}
