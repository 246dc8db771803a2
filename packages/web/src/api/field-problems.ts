import { Problem } from './problem.ts';

/** What the server said of single fields, by the name of the field. */
export function fieldProblems(error: unknown): Readonly<Record<string, string>> {
  const problems = error instanceof Problem ? (error.facts.problems ?? []) : [];
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}
