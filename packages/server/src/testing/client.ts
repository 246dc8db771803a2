import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A problem as a client meets it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly facts: Record<string, unknown>;
  constructor(facts: { status: number; code: string; detail: string }) {
    super(`${facts.code}: ${facts.detail}`);
    this.status = facts.status;
    this.code = facts.code;
    this.facts = facts;
  }
}

/** Any JSON a test looks into. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they please; schemas are checked on the other side.
type Answer = any;

/** Speaks to a server as a web page would. */
export function clientOf(url: string, token: string | null = null) {
  const request = async (method: string, path: string, body?: unknown, more: RequestInit = {}): Promise<Response> => {
    const headers: Record<string, string> = { 'x-tenfold-actor': 'test' };
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (method !== 'GET' && method !== 'DELETE') headers['content-type'] = 'application/json';
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(more.headers as Record<string, string>) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(more.signal ? { signal: more.signal } : {}),
    });
    if (response.ok) return response;
    throw new Problem((await response.json()) as { status: number; code: string; detail: string });
  };
  const json = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    (await request(method, path, body)).json();
  return {
    request,
    get: (path: string) => json('GET', path),
    post: (path: string, body: unknown = {}) => json('POST', path, body),
    put: (path: string, body: unknown) => json('PUT', path, body),
    patch: (path: string, body: unknown) => json('PATCH', path, body),
    delete: (path: string) => json('DELETE', path),
    /** Sends a message and reads its stream to the end. */
    async say(session: string, body: object): Promise<Answer[]> {
      const response = await request('POST', `/api/sessions/${session}/messages`, body);
      const chunks: Answer[] = [];
      for await (const { data } of eventsOf(response)) if (data !== '[DONE]') chunks.push(JSON.parse(data));
      return chunks;
    },
  };
}

/** Server-sent events of a response as they come. */
export async function* eventsOf(response: Response): AsyncGenerator<EventSourceMessage> {
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void waiting.push(event) });
  const pieces = (response.body as ReadableStream).pipeThrough(new TextDecoderStream());
  for await (const piece of pieces as unknown as AsyncIterable<string>) {
    parser.feed(piece);
    yield* waiting.splice(0);
  }
}

/** The text of an answer's stream. */
export function textOf(chunks: readonly Answer[]): string {
  return chunks
    .filter(({ type }) => type === 'text-delta')
    .map(({ delta }) => delta)
    .join('');
}
