import type { JsonObject, ToolCall } from '@tenfold/core';
import { isObject, metadata, metadataOf, parseJson, sameJson, stringOf, wellFormed } from './json.ts';
import { jsonStyle, writeJson } from './json-text.ts';

/** Arguments that came as JSON text; its spacing is remembered by style, or whole where no style fits. Text that is no object is a bare-string input. */
export function decodeArguments(dialect: string, text: string, remembered: JsonObject): Pick<ToolCall, 'input' | 'extra'> {
  const input = parseJson(text);
  if (!isObject(input)) return { input: text, ...metadata(dialect, { ...remembered, style: 'text' }) };
  const style = jsonStyle(text, input);
  const written = { style: style === 'compact' ? undefined : style, text: style === undefined ? text : undefined };
  return { input, ...metadata(dialect, { ...remembered, ...written }) };
}

/** Arguments as the text they came as, if they still say the same; an input that is no object is wrapped in one. */
export function encodeArguments(dialect: string, call: ToolCall): string {
  const { style, text } = metadataOf(dialect, call);
  if (typeof call.input === 'string' && style === 'text') return call.input;
  const input = inputObject(call);
  const before = stringOf(text);
  if (before !== undefined && sameJson(parseJson(before), input)) return before;
  return writeJson(input, style === 'spaced' || style === 'spaced-ascii' ? style : 'compact');
}

/** The input as an object, well-formed: one that is none is wrapped. */
export function inputObject(call: ToolCall): JsonObject {
  const input = wellFormed(call.input);
  return isObject(input) ? input : { input };
}
