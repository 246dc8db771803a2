import type { JsonObject } from '@tenfold/core';
import { createParser } from 'eventsource-parser';
import { isObject, parseJson } from '../json.ts';
import { plainLineEnds } from './plain-line-ends.ts';

/** Reads server-sent events out of text that comes in any pieces: the data of each, where it is a JSON object. */
export function jsonEvents(onData: (data: JsonObject) => void): { feed(piece: string): void } {
  const parser = createParser({
    onEvent({ data }) {
      const value = parseJson(data);
      if (isObject(value)) onData(value);
    },
  });
  // The parser looks through all of a piece for each of the rarer line ends.
  const plain = plainLineEnds();
  return { feed: (piece) => parser.feed(plain(piece)) };
}
