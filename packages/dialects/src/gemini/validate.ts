import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Rule, validator, wellFormedRule } from '../refusal.ts';
import { DATA_FIELDS } from './part.ts';
import { signs } from './turns.ts';

interface WireContent {
  readonly role: Json | undefined;
  readonly parts: readonly JsonObject[];
  readonly calls: number;
  readonly responses: number;
}

interface GeminiRequest {
  readonly wire: Json;
  readonly body: JsonObject;
  readonly contents: readonly WireContent[];
}

function read(wire: Json): GeminiRequest {
  const body = isList(wire) ? { contents: wire } : objectOf(wire);
  const contents = listOf(body.contents).map((content) => {
    const parts = listOf(objectOf(content).parts).map(objectOf);
    const count = (field: string) => parts.filter((part) => part[field] !== undefined).length;
    return { role: objectOf(content).role, parts, calls: count('functionCall'), responses: count('functionResponse') };
  });
  return { wire, body, contents };
}

type GeminiRule = Rule<GeminiRequest>;

/** A rule about one content at a time. */
function each(
  id: string,
  check: (content: WireContent, index: number, contents: readonly WireContent[]) => string | undefined,
): GeminiRule {
  return { id, check: ({ contents }) => contents.flatMap((content, index) => check(content, index, contents) ?? []) };
}

/** A rule about one part at a time. */
function eachPart(id: string, check: (part: JsonObject, at: string) => string | undefined): GeminiRule {
  return each(id, ({ parts }, index) =>
    parts.map((part, at) => check(part, `contents[${index}].parts[${at}]`)).find((text) => text !== undefined),
  );
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** The structural rules of Gemini's generateContent. */
export const GEMINI_RULES: readonly GeminiRule[] = [
  {
    id: 'contents-required',
    check: ({ contents }) => (contents.length === 0 ? ['* GenerateContentRequest.contents: contents is not specified'] : []),
  },
  each('role-known', ({ role }) =>
    role === undefined || ['user', 'model', 'function'].includes(wordOf(role))
      ? undefined
      : 'Please use a valid role: user, model.',
  ),
  each('parts-not-empty', ({ parts }, index) =>
    parts.length === 0 ? `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.` : undefined,
  ),
  eachPart('part-has-data', (part, at) =>
    DATA_FIELDS.some((field) => part[field] !== undefined)
      ? undefined
      : `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`,
  ),
  eachPart('text-not-empty', (part) =>
    part.text === '' && part.thoughtSignature === undefined
      ? 'Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.'
      : undefined,
  ),
  each('turns-alternate', ({ role, calls }, index, contents) =>
    role === 'model' && calls === 0 && (index === 0 || contents[index - 1]?.role === 'model')
      ? 'Please ensure that multiturn requests alternate between user and model.'
      : undefined,
  ),
  {
    id: 'G3-ends-with-user',
    check: ({ contents }) =>
      contents.at(-1)?.role === 'model' && contents.at(-1)?.calls === 0
        ? ['Please ensure that multiturn requests end with a user role or a function response.']
        : [],
  },
  each('G1-call-after-user', ({ role, calls }, index, contents) => {
    const before = contents[index - 1];
    return role === 'model' && calls > 0 && (before === undefined || before.role === 'model')
      ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
      : undefined;
  }),
  each('G1-response-after-call', ({ responses }, index, contents) =>
    responses > 0 && (contents[index - 1]?.calls ?? 0) === 0
      ? 'Please ensure that function response turn comes immediately after a function call turn.'
      : undefined,
  ),
  each('G2-response-count', ({ calls }, index, contents) =>
    calls > 0 && contents[index + 1]?.responses !== calls
      ? 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
      : undefined,
  ),
  each('calls-from-model', ({ role, calls }) =>
    calls > 0 && role !== 'model' ? 'Please ensure that function call parts are only in turns with the role model.' : undefined,
  ),
  {
    id: 'G3-call-signed',
    check: ({ body, contents }) =>
      signs(contents, body.model)
        ? contents.flatMap(({ role, parts }, index) => {
            const first = parts.find((part) => part.functionCall !== undefined);
            return role !== 'model' || first === undefined || typeof first.thoughtSignature === 'string'
              ? []
              : [
                  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${wordOf(objectOf(first.functionCall).name)}\`, position ${index + 1}.`,
                ];
          })
        : [],
  },
  eachPart('function-name', (part, at) => {
    const field = part.functionCall === undefined ? 'functionResponse' : 'functionCall';
    if (part[field] === undefined) return undefined;
    const { name } = objectOf(part[field]);
    if (typeof name !== 'string' || name === '')
      return `* GenerateContentRequest.${at}.${field === 'functionCall' ? 'function_call' : 'function_response'}.name: Name cannot be empty.`;
    return NAME.test(name)
      ? undefined
      : 'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.';
  }),
  eachPart('args-object', (part, at) => {
    const { args } = objectOf(part.functionCall);
    return part.functionCall === undefined || args === undefined || isObject(args)
      ? undefined
      : `Invalid value at '${at}.function_call.args' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(args)}`;
  }),
  eachPart('response-object', (part, at) => {
    const { response } = objectOf(part.functionResponse);
    return part.functionResponse === undefined || isObject(response)
      ? undefined
      : `Invalid value at '${at}.function_response.response' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(response ?? null)}`;
  }),
  wellFormedRule('Invalid JSON payload received. Parsing terminated before end of input.'),
];

/** What Gemini's generateContent would refuse. */
export const validateGemini = validator(read, GEMINI_RULES);
