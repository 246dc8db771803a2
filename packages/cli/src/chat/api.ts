import type { Part, Role, Status } from '@tenfold/core';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A conversation as the picker shows it. */
export interface ChatSession {
  readonly id: string;
  readonly title: string;
  readonly lastMessage: string | null;
  readonly updatedAt: number;
  readonly checkpoints: number;
}

/** One message as it is shown. */
export interface ChatEntry {
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
}

/** How full the context is; a fold under way beside it. */
export type ChatStatus = Status & { readonly text: string; readonly folding: { readonly scope: string } | null };

/** A moment one can go back to. */
export interface ChatCheckpoint {
  readonly id: string;
  readonly label: string;
  readonly createdAt: number;
  readonly entries: number;
}

/** A condensation, as its divider tells of it. */
export interface ChatRun {
  readonly id: string;
  readonly divider: string;
  readonly active: boolean;
  readonly createdAt: number;
}

/** One way to condense, tried on a conversation. */
export interface ChatTrial {
  readonly id: string;
  readonly name: string;
  readonly kind: 'strategy' | 'preset';
  readonly tokens: number;
  readonly cost: number | null;
  readonly estimated: boolean;
  readonly evidence: Readonly<Record<string, { readonly found: number; readonly kept: number }>> | null;
  readonly error?: string;
}

/** A server-sent event with its JSON. */
export interface ChatNews {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of news carries its own shape, read where it is used.
  readonly data: any;
}

/** What the server said when something did not work. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The server as the terminal sees it. */
export interface ChatApi {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  remove(path: string): Promise<void>;
  /** A request whose answer comes as events. */
  stream(path: string, body: unknown | undefined, signal: AbortSignal): AsyncGenerator<ChatNews>;
}

/** Speaks to a Tenfold server. */
export function chatApi(base: string, token: string | null): ChatApi {
  const auth = token === null ? {} : { authorization: `Bearer ${token}` };
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(base + path, init);
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  const sent = (method: 'POST' | 'DELETE', body: unknown): RequestInit => ({
    method,
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    get: async <T>(path: string) => (await (await ask(path, { headers: auth })).json()) as T,
    post: async <T>(path: string, body: unknown) => (await (await ask(path, sent('POST', body))).json()) as T,
    remove: async (path) => void (await ask(path, sent('DELETE', {}))),
    async *stream(path, body, signal) {
      const response = await ask(path, body === undefined ? { headers: auth, signal } : { ...sent('POST', body), signal });
      for await (const { event, data } of eventsOf(response)) {
        if (data !== '[DONE]') yield { type: event ?? '', data: JSON.parse(data) };
      }
    },
  };
}

async function* eventsOf(response: Response): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parser.feed(chunk);
    yield* arrived.splice(0);
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const said = (await response.json().catch(() => ({}))) as { code?: string; detail?: string; todo?: string };
  const { code = 'unexpected-answer', detail = `The server answered ${response.status}.`, todo = '' } = said;
  return new Refusal(code, `${detail} ${todo}`.trim());
}
