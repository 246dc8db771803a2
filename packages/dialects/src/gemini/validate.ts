import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Refuse, validator } from '../refusal.ts';
import { DATA_FIELDS } from './part.ts';
import { signs } from './turns.ts';

/** The structural rules of Gemini's generateContent. */
export type GeminiRule =
  | 'contents-required'
  | 'role-known'
  | 'parts-not-empty'
  | 'part-has-data'
  | 'text-not-empty'
  | 'turns-alternate'
  | 'G3-ends-with-user'
  | 'G1-call-after-user'
  | 'G1-response-after-call'
  | 'G2-response-count'
  | 'calls-from-model'
  | 'G3-call-signed'
  | 'function-name'
  | 'args-object'
  | 'response-object';

/** What Gemini's generateContent would refuse, in its words. */
export const validateGemini = validator<GeminiRule>(
  'Invalid JSON payload received. Parsing terminated before end of input.',
  (wire, refuse) => {
    const body = isList(wire) ? { contents: wire } : objectOf(wire);
    const contents = listOf(body.contents).map(readContent);
    if (contents.length === 0) refuse('contents-required', '* GenerateContentRequest.contents: contents is not specified');
    for (const [index, content] of contents.entries()) {
      checkContent(content, index, refuse);
      checkOrder(content, contents[index - 1], contents[index + 1], refuse);
    }
    const last = contents.at(-1);
    if (last?.role === 'model' && last.calls === 0)
      refuse('G3-ends-with-user', 'Please ensure that multiturn requests end with a user role or a function response.');
    if (signs(contents, body.model)) checkSignatures(contents, refuse);
  },
);

interface WireContent {
  readonly role: Json | undefined;
  readonly parts: readonly JsonObject[];
  readonly calls: number;
  readonly responses: number;
}

function readContent(content: Json): WireContent {
  const { role, parts: given } = objectOf(content);
  const parts = listOf(given).map(objectOf);
  const count = (field: string) => parts.filter((part) => part[field] !== undefined).length;
  return { role, parts, calls: count('functionCall'), responses: count('functionResponse') };
}

function checkContent({ role, parts, calls }: WireContent, index: number, refuse: Refuse<GeminiRule>): void {
  if (role !== undefined && !['user', 'model', 'function'].includes(wordOf(role)))
    refuse('role-known', 'Please use a valid role: user, model.');
  if (parts.length === 0)
    refuse('parts-not-empty', `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`);
  if (calls > 0 && role !== 'model')
    refuse('calls-from-model', 'Please ensure that function call parts are only in turns with the role model.');
  for (const [nth, part] of parts.entries()) checkPart(part, `contents[${index}].parts[${nth}]`, refuse);
}

/** What may stand before and behind what. */
function checkOrder(
  { role, calls, responses }: WireContent,
  before: WireContent | undefined,
  after: WireContent | undefined,
  refuse: Refuse<GeminiRule>,
): void {
  const opens = role === 'model' && (before === undefined || before.role === 'model');
  if (opens && calls === 0) refuse('turns-alternate', 'Please ensure that multiturn requests alternate between user and model.');
  if (opens && calls > 0)
    refuse(
      'G1-call-after-user',
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    );
  if (responses > 0 && !before?.calls)
    refuse('G1-response-after-call', 'Please ensure that function response turn comes immediately after a function call turn.');
  if (calls > 0 && after?.responses !== calls)
    refuse(
      'G2-response-count',
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    );
}

/** The first call of each turn of the model bears a signature. */
function checkSignatures(contents: readonly WireContent[], refuse: Refuse<GeminiRule>): void {
  for (const [index, { role, parts }] of contents.entries()) {
    const first = parts.find((part) => part.functionCall !== undefined);
    if (role === 'model' && first !== undefined && typeof first.thoughtSignature !== 'string')
      refuse(
        'G3-call-signed',
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${wordOf(objectOf(first.functionCall).name)}\`, position ${index + 1}.`,
      );
  }
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

function checkPart(part: JsonObject, at: string, refuse: Refuse<GeminiRule>): void {
  const { functionCall, functionResponse, text, thoughtSignature } = part;
  if (!DATA_FIELDS.some((field) => part[field] !== undefined))
    refuse('part-has-data', `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`);
  if (text === '' && thoughtSignature === undefined)
    refuse(
      'text-not-empty',
      'Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.',
    );
  const named = functionCall === undefined ? functionResponse : functionCall;
  const { name } = objectOf(named);
  if (named !== undefined && (typeof name !== 'string' || name === ''))
    refuse(
      'function-name',
      `* GenerateContentRequest.${at}.${functionCall === undefined ? 'function_response' : 'function_call'}.name: Name cannot be empty.`,
    );
  else if (typeof name === 'string' && !NAME.test(name))
    refuse(
      'function-name',
      'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    );
  const { args } = objectOf(functionCall);
  if (args !== undefined && !isObject(args))
    refuse(
      'args-object',
      `Invalid value at '${at}.function_call.args' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(args)}`,
    );
  const { response } = objectOf(functionResponse);
  if (functionResponse !== undefined && !isObject(response))
    refuse(
      'response-object',
      `Invalid value at '${at}.function_response.response' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(response ?? null)}`,
    );
}
