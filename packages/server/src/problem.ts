import { PROBLEMS, type ProblemBody, type ProblemCode } from '@tenfold/contract';
import { type ErrorTerms, SessionError, translateError } from '@tenfold/session';
import { redact } from './redact.ts';

/** A request that is refused: what happened, what was kept, what to do. */
export class Refused extends SessionError {
  override readonly name = 'Refused';
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: ProblemCode,
    message: string,
    { headers = {}, ...terms }: ErrorTerms & { readonly headers?: Readonly<Record<string, string>> },
  ) {
    super(code, message, terms);
    this.headers = headers;
  }
}

/** A refusal for any error. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const { code, message, kept, todo, facts } = translateError(error);
  return new Refused(code, message, { kept, todo, facts, headers: retryAfter(facts.secondsLeft) });
}

function retryAfter(seconds: unknown): Readonly<Record<string, string>> {
  return typeof seconds === 'number' ? { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } : {};
}

/** A refusal as the JSON a client gets. */
export function problemOf({ code, message, kept, todo, facts }: Refused): ProblemBody {
  const [status, title] = PROBLEMS[code];
  return redactAll({ ...facts, code, title, status, detail: message, kept, todo });
}

function redactAll<T>(value: T): T {
  if (typeof value === 'string') return redact(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redactAll) as T;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), redactAll(inner)])) as T;
}

/** A refusal as a response. */
export function problemResponse(refused: Refused): Response {
  const problem = problemOf(refused);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...refused.headers, 'content-type': 'application/problem+json' },
  });
}
