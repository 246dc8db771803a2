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

/** Letters of a text, and items of a list, that a problem tells: what it says may be the client's own words, of any length. */
const MAX_LETTERS = 10_000;
const MAX_ITEMS = 1_000;

function redactAll<T>(value: T): T {
  if (typeof value === 'string') return redact(shortened(value)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(redactAll) as T;
  const fields = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(fields.map(([name, inner]) => [redact(shortened(name)), redactAll(inner)])) as T;
}

function shortened(text: string): string {
  return text.length <= MAX_LETTERS ? text : `${text.slice(0, MAX_LETTERS)}…`.toWellFormed();
}

/** A refusal as a response. */
export function problemResponse(refused: Refused): Response {
  const problem = problemOf(refused);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...refused.headers, 'content-type': 'application/problem+json' },
  });
}
