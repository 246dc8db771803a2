import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Endpoint, EventOf } from './endpoint.ts';

/** A server-sent event that was read: its id, where it has one, and its data. */
export interface ServerSent<T> {
  readonly id: string | null;
  readonly data: T;
}

/**
 * The events an endpoint streams, one by one, until the text ends or says `[DONE]`. One that the contract does not know, as
 * from another version of the server, is left out.
 */
export async function* serverSent<E extends Endpoint>(
  { answer }: E,
  text: AsyncIterable<string>,
): AsyncGenerator<ServerSent<EventOf<E>>> {
  const schema = 'media' in answer ? answer.events : undefined;
  if (schema === undefined) return;
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  for await (const piece of text) {
    parser.feed(piece);
    for (const { id, data } of arrived.splice(0)) {
      if (data === '[DONE]') return;
      const read = schema.safeParse(parsed(data));
      if (read.success) yield { id: id ?? null, data: read.data as EventOf<E> };
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
