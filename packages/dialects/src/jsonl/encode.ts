import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { Decoded, EncodeOptions } from '../dialect.ts';
import { fieldsOf, isList, metadataOf, objectOf, wellFormedBody } from '../json.ts';
import { repairInSlices } from '../repair.ts';
import { restOf } from '../rest.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { encodeExtra } from './extra.ts';
import { JSONL } from './id.ts';
import { encodePart } from './part.ts';

/** This format takes any id, and takes it again in a later turn: real recordings do that. */
const IDS = { max: Number.POSITIVE_INFINITY, scope: 'turn' } as const;

/** A conversation as one line's value, or as a bare list where it came as one. */
export function* encodeJsonl({ frame, messages, rest: given }: Decoded, options: EncodeOptions = {}): Sliced<Json> {
  const rest = restOf(JSONL, given);
  const summaryRole = options.summaryRole ?? 'system';
  const { asStored = false } = options;
  const isApart = (asStored || rest.apart === true) && rest.bare !== true;
  const whole = asStored ? messages : yield* repairInSlices(messages, IDS);
  const opening = isApart ? [] : encodeSystem(frame, rest);
  const list = [...opening, ...(yield* mapInSlices(whole, (message) => encodeMessage(message, summaryRole)))];
  if (rest.bare === true) return yield* wellFormedBody(list);
  const apart = isApart ? { system: frame.system ?? null } : {};
  const line = { ...objectOf(rest.fields), ...apart, messages: list };
  return asStored ? line : yield* wellFormedBody(line);
}

function encodeSystem(frame: Frame, rest: JsonObject): readonly JsonObject[] {
  if (frame.system === undefined) return [];
  const { taken, text } = openingSystem(isList(rest.system) ? rest.system : [], ['system']);
  return text === frame.system ? taken : [{ role: 'system', content: [{ type: 'text', text: frame.system }] }];
}

function encodeMessage(message: Message, summaryRole: string): JsonObject {
  const role = message.role === 'summary' ? summaryRole : message.role;
  const parts = message.parts.map(encodePart);
  const [only] = message.parts;
  const isString = metadataOf(JSONL, message).form === 'string' && parts.length === 1 && only?.type === 'text';
  return { role, content: isString ? only.text : parts, ...encodeExtra(message), ...fieldsOf(JSONL, message) };
}
