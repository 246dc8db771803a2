import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the fake endpoint saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly content: string }[];
    readonly max_tokens?: number;
  };
}

/** What to answer: a status, a body and headers; or `hang up`. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang up';

/** A completion with this text. */
export function completion(text: string): Reply {
  const usage = { prompt_tokens: 1_000, completion_tokens: 50 };
  return { status: 200, body: { model: 'fake-1', choices: [{ message: { role: 'assistant', content: text } }], usage } };
}

/** A chat completions server on loopback that answers by a function and remembers what it was asked. */
export async function fakeEndpoint(reply: (request: SeenRequest, nth: number) => Reply) {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request));
    const one = { path: request.url ?? '', authorization: request.headers.authorization, body };
    seen.push(one);
    const answer = reply(one, seen.length);
    if (answer === 'hang up') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', connection: 'close', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
