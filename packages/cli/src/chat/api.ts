import {
  type AnswerOf,
  type AskOf,
  answerOf,
  type Endpoint,
  type EventOf,
  ProblemBody,
  requestOf,
  serverSent,
} from '@tenfold/contract';

/** What the server said when something did not work. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemBody['code'] | 'unexpected-answer';
  readonly detail: string;
  readonly kept: string;
  constructor(code: Refusal['code'], { detail, kept = '', todo = '' }: Pick<ProblemBody, 'detail' | 'kept' | 'todo'>) {
    super(`${detail} ${todo}`.trim());
    this.code = code;
    this.detail = detail;
    this.kept = kept;
  }
}

/** The server as the terminal sees it. */
export interface ChatApi {
  call<E extends Endpoint>(endpoint: E, ask: AskOf<E>): Promise<AnswerOf<E>>;
  /** A request whose answer comes as events. */
  stream<E extends Endpoint>(endpoint: E, ask: AskOf<E>, signal: AbortSignal): AsyncGenerator<EventOf<E>>;
}

/** Speaks to a Tenfold server. */
export function chatApi(base: string, token: string | null): ChatApi {
  const reach = async <E extends Endpoint>(endpoint: E, ask: AskOf<E>, signal?: AbortSignal) => {
    const { path, ...request } = requestOf(endpoint, ask);
    const response = await fetch(base + path, {
      ...request,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal ?? null,
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  return {
    async call(endpoint, ask) {
      const response = await reach(endpoint, ask);
      const answer = answerOf(endpoint, response.status, await response.json());
      if (answer === null) throw unexpected(response.status);
      return answer;
    },
    async *stream(endpoint, ask, signal) {
      const { body } = await reach(endpoint, ask, signal);
      if (body === null) return;
      const pieces = body.pipeThrough(new TextDecoderStream());
      for await (const { data } of serverSent(endpoint, pieces)) yield data;
    },
  };
}

async function refusalOf(response: Response): Promise<Refusal> {
  const read = ProblemBody.safeParse(await response.json().catch(() => null));
  if (!read.success) return unexpected(response.status);
  return new Refusal(read.data.code, read.data);
}

function unexpected(status: number): Refusal {
  const detail = `The server answered ${status} in a way this program does not understand.`;
  return new Refusal('unexpected-answer', { detail });
}
