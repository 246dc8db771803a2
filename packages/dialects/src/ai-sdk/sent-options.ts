import type { Json, JsonObject, Message, Part, ResultPart } from '@tenfold/core';
import { isList, isObject, metadata, metadataOf, objectOf, without } from '../json.ts';
import { AI_SDK } from './id.ts';

const isText = (value: Json | undefined) => typeof value === 'string' && value !== '';
const matches = (pattern: RegExp) => (value: Json | undefined) => typeof value === 'string' && pattern.test(value);

/** What providers' libraries remember of an answer and need again, and what each of it has to be. */
const SENT: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ['signature', isText],
  ['redactedData', isText],
  ['redactedContent', isText],
  // Items of other kinds have names of their own, and OpenAI refuses one in the place of another.
  ['itemId', matches(/^rs_/)],
  ['reasoningEncryptedContent', isText],
  // A field of bytes: Google refuses what is no base64, in either alphabet.
  ['thoughtSignature', matches(/^[A-Za-z0-9+/_-]+={0,2}$/)],
  // OpenAI's models answer worse where what they said on the way comes back as what they said at last.
  ['phase', matches(/^(?:commentary|final_answer)$/)],
  ['reasoning_details', isList],
]);

/**
 * A message with no more of what the SDK remembers than goes out with it. A file that was imported may say anything there, and every
 * library refuses something else of it.
 */
export function withSentOptions(message: Message): Message {
  const parts = message.parts.map(sentPart);
  const isSame = parts.every((part, at) => part === message.parts[at]);
  const bare = isSame ? message : { ...message, parts };
  return remembers(bare) ? { ...bare, extra: sentExtra(bare) } : bare;
}

function sentPart(given: Part): Part {
  if (given.type === 'opaque') return given;
  const part = remembers(given) ? { ...given, extra: sentExtra(given) } : given;
  if (part.type !== 'tool-result' || typeof part.output === 'string') return part;
  const output = part.output.map((piece) => sentPart(piece) as ResultPart);
  return output.every((piece, at) => piece === part.output[at]) ? part : { ...part, output };
}

interface Remembering {
  readonly extra?: JsonObject;
}

function remembers({ extra }: Remembering): boolean {
  return extra !== undefined && Object.hasOwn(extra, AI_SDK);
}

function sentExtra(value: Remembering): JsonObject {
  const { form, fields } = metadataOf(AI_SDK, value);
  const providerOptions = sentOptions(objectOf(fields).providerOptions);
  return {
    ...without(value.extra ?? {}, AI_SDK),
    ...metadata(AI_SDK, {
      // The only forms that are told apart on a wire: an output of JSON, and one that a person refused.
      form: form === 'json' || form === 'denied' ? form : undefined,
      fields: providerOptions === undefined ? undefined : { providerOptions },
    }).extra,
  };
}

function sentOptions(given: Json | undefined): JsonObject | undefined {
  if (!isObject(given)) return undefined;
  const providers = Object.entries(given).flatMap(([provider, options]) => {
    const sent = isObject(options) ? Object.entries(options).filter(([field, value]) => SENT.get(field)?.(value)) : [];
    return sent.length === 0 ? [] : [[provider, Object.fromEntries(sent)] as const];
  });
  return providers.length === 0 ? undefined : Object.fromEntries(providers);
}
