/** What the server says when something did not work: what happened, what was kept, what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;
  readonly kept: string | undefined;
  readonly todo: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
  constructor(body: { code: string; title?: string; detail?: string; kept?: string; todo?: string; status: number }) {
    super(body.detail ?? body.title ?? body.code);
    this.code = body.code;
    this.status = body.status;
    this.kept = body.kept;
    this.todo = body.todo;
    this.facts = body as Record<string, unknown>;
  }
}

/** The problem a response describes; a plain one when the server could not say it in its own words. */
export async function problemOf(response: Response): Promise<Problem> {
  try {
    const body = await response.json();
    if (typeof body?.code === 'string') return new Problem({ ...body, status: response.status });
  } catch {
    // No JSON: a proxy or a crash answered.
  }
  return new Problem({
    code: 'unexpected-answer',
    status: response.status,
    detail: `The server answered ${response.status} without saying why.`,
    todo: 'Try again; if it stays so, restart Tenfold and look at its log.',
  });
}

/** The server cannot be reached. */
export function offlineProblem(): Problem {
  return new Problem({
    code: 'offline',
    status: 0,
    detail: 'Tenfold is not answering.',
    kept: 'What you typed is still here.',
    todo: 'Start it again with npm start; this page reconnects by itself.',
  });
}
