import { anthropic, type Dialect, type DialectId, gemini, openAiChat, openAiResponses, type Refusal } from '@tenfold/dialects';
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

/** APIs by their paths; Bedrock's own and Google's have the model there. */
const PATHS: readonly (readonly [RegExp, Dialect])[] = [
  [/\/chat\/completions$/u, openAiChat],
  [/\/responses$/u, openAiResponses],
  [/\/messages$/u, anthropic],
  [/\/model\/([^/]+)\/converse(?:-stream)?$/u, anthropic],
  [/(?:\/models\/([^/:]+))?:(?:stream)?(?:generateContent|GenerateContent)$/u, gemini],
];

/** Refuses a body that the API it goes to would refuse for its shape. */
export function refuseInvalid(pathname: string, text: string): void {
  for (const [path, dialect] of PATHS) {
    const [found, model] = path.exec(pathname) ?? [];
    if (found === undefined) continue;
    const read: unknown = JSON.parse(text);
    // What is no object is refused by every validator.
    const body = typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {};
    const isConverse = model !== undefined && dialect === anthropic;
    const named = model === undefined ? body : { model, ...body };
    const refusals = dialect.validate(isConverse ? asAnthropic(body, decodeURIComponent(model)) : named);
    if (refusals.length > 0) throw new InvalidRequest(dialect.id, refusals);
    return;
  }
}
