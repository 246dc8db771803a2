import type { JsonObject } from '@tenfold/core';
import { type DialectId, dialectOf, type Refusal } from '@tenfold/dialects';
import { asAnthropic } from './converse.ts';

/** A request that the model's API would refuse for its shape. It did not leave this machine. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly dialect: DialectId;
  readonly refusals: readonly Refusal[];
  constructor(dialect: DialectId, refusals: readonly Refusal[]) {
    super(`The request was not sent, because the API would refuse it: ${refusals.map((refusal) => refusal.message).join(' ')}`);
    this.dialect = dialect;
    this.refusals = refusals;
  }
}

const PATHS: readonly (readonly [RegExp, DialectId])[] = [
  [/\/chat\/completions$/u, 'openai-chat'],
  [/\/responses$/u, 'openai-responses'],
  [/\/messages$/u, 'anthropic'],
  [/:(?:stream)?(?:generateContent|GenerateContent)$/u, 'gemini'],
];

/** A fetch that lets no request out whose body the API it goes to would refuse for its shape. */
export function checkedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (typeof init?.body === 'string') refuseInvalid(pathname, init.body);
    return send(input, init);
  };
}

/** APIs with the model in the path: Bedrock's own, and Google's. */
const CONVERSE = /\/model\/([^/]+)\/converse(?:-stream)?$/u;
const GOOGLE_MODEL = /\/models\/([^/:]+):[^/]+$/u;

function refuseInvalid(pathname: string, text: string): void {
  const bedrock = CONVERSE.exec(pathname)?.[1];
  const id = bedrock === undefined ? PATHS.find(([pattern]) => pattern.test(pathname))?.[1] : 'anthropic';
  if (id === undefined) return;
  const body: JsonObject = objectIn(text);
  const google = GOOGLE_MODEL.exec(pathname)?.[1];
  const named = google === undefined ? body : { model: google, ...body };
  const refusals = dialectOf(id).validate(bedrock === undefined ? named : asAnthropic(body, decodeURIComponent(bedrock)));
  if (refusals.length > 0) throw new InvalidRequest(id, refusals);
}

/** What is no object is refused by every validator. */
function objectIn(text: string): JsonObject {
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}
