import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The server-sent events of a response, one by one, until it ends. */
export async function* eventsOf(response: Response): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* arrived.splice(0);
    }
  } finally {
    reader.releaseLock();
  }
}
