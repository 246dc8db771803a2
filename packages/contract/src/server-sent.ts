import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type * as z from 'zod';

/** A server-sent event that was read: its id, where it has one, and what it says. */
export interface ServerSent<T> {
  readonly id: string | null;
  readonly data: T;
}

/**
 * The events of a stream of text, one by one, until it ends or says `[DONE]`. One that the schema does not know, as
 * from another version of the server, is left out.
 */
export async function* serverSent<T>(text: AsyncIterable<string>, schema: z.ZodType<T>): AsyncGenerator<ServerSent<T>> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  for await (const piece of text) {
    parser.feed(piece);
    for (const { id, data } of arrived.splice(0)) {
      if (data === '[DONE]') return;
      const read = schema.safeParse(parsed(data));
      if (read.success) yield { id: id ?? null, data: read.data };
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
