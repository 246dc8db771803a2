import { ProblemBody, type ProblemCode } from '@tenfold/contract';

/** What only this page can say: the server cannot be reached, or says what nobody understands. */
type OwnCode = 'offline' | 'not-sent' | 'screen-missing' | 'unexpected-answer';

/** What the server says when something did not work: what happened, what was kept, what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode | OwnCode;
  readonly status: number;
  readonly kept: string | undefined;
  readonly todo: string | undefined;
  readonly facts: Partial<ProblemBody>;
  constructor(body: ProblemBody | { code: OwnCode; status: number; detail: string; kept?: string; todo: string }) {
    super(body.detail);
    this.code = body.code;
    this.status = body.status;
    this.kept = body.kept;
    this.todo = body.todo;
    this.facts = 'title' in body ? body : {};
  }
}

/** The problem a response describes; a plain one when the server could not say it in its own words. */
export async function problemOf(response: Response): Promise<Problem> {
  const read = ProblemBody.safeParse(await response.json().catch(() => null));
  return read.success ? new Problem(read.data) : unexpectedAnswer(response.status);
}

/** Something else than the server answered, such as a proxy, or another version of it. */
export function unexpectedAnswer(status: number): Problem {
  return new Problem({
    code: 'unexpected-answer',
    status,
    detail: `The server answered ${status} in a way this page does not understand.`,
    todo: 'Reload the page. If that does not help, restart Tenfold and check its log.',
  });
}

/** The server cannot be reached. */
export function offlineProblem(): Problem {
  return new Problem({
    code: 'offline',
    status: 0,
    detail: 'Tenfold is not answering.',
    kept: 'What you typed is still here.',
    todo: 'Start it again the way you started it; this page reconnects by itself.',
  });
}

/** Whether something failed because the server could not be reached: over once it can be again. */
export function isOffline(error: unknown): boolean {
  return error instanceof Problem && error.code === 'offline';
}

/** What the server said of single fields, by the name of the field. */
export function fieldProblems(error: unknown): Readonly<Record<string, string>> {
  const problems = error instanceof Problem ? (error.facts.problems ?? []) : [];
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}
