import { Problem } from './problem.ts';

/** What the server said of single fields, by the name of the field. */
export function fieldProblems(error: unknown): Readonly<Record<string, string>> {
  const problems = error instanceof Problem ? error.facts.problems : undefined;
  if (!Array.isArray(problems)) return {};
  return Object.fromEntries(problems.filter(isFieldProblem).map(({ field, message }) => [field, message]));
}

function isFieldProblem(value: unknown): value is { field: string; message: string } {
  const { field, message } = (value ?? {}) as { field?: unknown; message?: unknown };
  return typeof field === 'string' && typeof message === 'string';
}
