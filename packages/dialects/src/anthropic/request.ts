import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf } from '../json.ts';

/** A request as the rules look at it. */
export interface AnthropicRequest {
  readonly wire: Json;
  readonly body: JsonObject;
  readonly turns: readonly WireTurn[];
}

/** One message of the wire, a bare string as one text block. */
export interface WireTurn {
  readonly at: string;
  readonly role: Json | undefined;
  readonly blocks: readonly JsonObject[];
}

/** A wire value as the rules look at it. */
export function readAnthropic(wire: Json): AnthropicRequest {
  const body = isList(wire) ? { messages: wire } : objectOf(wire);
  const turns = listOf(body.messages).map((message, index) => {
    const { role, content } = objectOf(message);
    const blocks =
      typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : listOf(content).filter(isObject);
    return { at: `messages.${index}`, role, blocks };
  });
  return { wire, body, turns };
}

/** The blocks of one type. */
export function ofType(blocks: readonly JsonObject[], type: string): readonly JsonObject[] {
  return blocks.filter((block) => block.type === type);
}
