import { Problem } from '../../api/problem.ts';

/** Why a file was refused: what the server found in it, without the words it has for requests. */
export function importProblem(error: unknown): string {
  const reasons = error instanceof Problem ? (error.facts.problems ?? []).map(({ message }) => message) : [];
  const text = reasons.length > 0 ? reasons.join('; ') : error instanceof Error ? error.message : String(error);
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
