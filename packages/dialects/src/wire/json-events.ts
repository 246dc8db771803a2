import type { JsonObject } from '@tenfold/core';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { isObject, parseJson } from '../json.ts';

/** Reads server-sent events out of text that comes in any pieces: the data of each, where it is a JSON object. */
export function jsonEvents(onData: (data: JsonObject) => void): EventSourceParser {
  return createParser({
    onEvent({ data }) {
      const value = parseJson(data);
      if (isObject(value)) onData(value);
    },
  });
}
