import type { Json } from '@tenfold/core';
import { type Dialect, type DialectId, dialects, type Refusal } from '@tenfold/dialects';

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
    const dialect = dialectOfUrl(input instanceof Request ? input.url : String(input));
    if (dialect !== undefined && typeof init?.body === 'string') {
      const refusals = dialect.validate(JSON.parse(init.body) as Json);
      if (refusals.length > 0) throw new InvalidRequest(dialect.id, refusals);
    }
    // A redirect could lead a key to another host.
    return send(input, { ...init, redirect: 'error' });
  };
}

function dialectOfUrl(url: string): Dialect | undefined {
  const { pathname } = new URL(url);
  const id = PATHS.find(([pattern]) => pattern.test(pathname))?.[1];
  return dialects.find((dialect) => dialect.id === id);
}
