import type { Json, JsonObject } from '@tenfold/core';
import {
  dialectOf,
  MESSAGE_FIELD,
  type Original,
  overflowIn,
  readRequest,
  reasonToStepAside,
  splice,
  type WireId,
} from '@tenfold/dialects';
import { type Fitted, Fitter } from './fitter.ts';
import { type Answerer, answererBy, type TenfoldOptions } from './options.ts';

type Fetch = typeof globalThis.fetch;

/** Messages that are remembered, so that they are read once. */
const MAX_PIECES = 20_000;

/** Which API a path belongs to; others are passed on. */
const WIRES: readonly (readonly [ending: string, wire: WireId, provider: string])[] = [
  ['/chat/completions', 'openai-chat', 'openai'],
  ['/responses', 'openai-responses', 'openai'],
  ['/v1/messages', 'anthropic', 'anthropic'],
];

/**
 * A fetch for the plain `openai` and `@anthropic-ai/sdk` clients, and any other that speaks like them: requests for an answer go
 * out folded where that is due, everything else as it came. One that the model finds too long is folded further and tried once more.
 * @example new OpenAI({ fetch: tenfoldFetch() })
 */
export function tenfoldFetch({
  fetch: send = globalThis.fetch,
  ...options
}: TenfoldOptions & { readonly fetch?: Fetch } = {}): Fetch {
  const fitter = new Fitter(options);
  const known = new Map<string, Original>();
  return async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const [, wire, provider] = WIRES.find(([ending]) => new URL(url).pathname.endsWith(ending)) ?? [];
    const text = typeof init?.body === 'string' ? init.body : '';
    if (known.size > MAX_PIECES) known.clear();
    const request = wire === undefined ? undefined : readRequest(wire, text, known);
    if (wire === undefined || request === undefined || reasonToStepAside(wire, request.body) !== null) return send(input, init);
    const { body } = request;
    const decoded = dialectOf(wire).decode(body);
    const post = (text: string) => send(input, { ...init, headers: unmeasured(init?.headers), body: text });
    const fitted = await fitter.fit({
      model: `${provider}:${body.model}`,
      frame: decoded.frame,
      messages: decoded.messages,
      answer: answerOf(wire, body, post),
    });
    const written = ({ rows }: Fitted): string => {
      const messages = rows.flatMap(({ message }) => message ?? []);
      const encoded = dialectOf(wire).encode({ ...decoded, messages }) as JsonObject;
      return splice(request, encoded[MESSAGE_FIELD[wire]] as readonly Json[]);
    };
    const response = await (fitted.isChanged ? post(written(fitted)) : send(input, init));
    if (response.status !== 400 && response.status !== 413) return response;
    if (overflowIn(await response.clone().text()) === null) return response;
    const shorter = await fitted.tooLong();
    return shorter === null ? response : post(written(shorter));
  };
}

/** Headers without the length of a body that is not sent. */
function unmeasured(given: NonNullable<Parameters<Fetch>[1]>['headers']): Headers {
  const headers = new Headers(given);
  headers.delete('content-length');
  return headers;
}

/** The client's own model, address and key as a summarizer. */
function answerOf(wire: WireId, { model }: JsonObject, post: (text: string) => Promise<Response>): Answerer {
  return answererBy(async (content, maxTokens) => {
    const asked =
      wire === 'openai-responses'
        ? { input: content, max_output_tokens: maxTokens, store: false }
        : {
            messages: [{ role: 'user', content }],
            [wire === 'anthropic' ? 'max_tokens' : 'max_completion_tokens']: maxTokens,
          };
    const response = await post(JSON.stringify({ model, ...asked }));
    if (!response.ok) throw new Error(`the summarizer answered ${response.status}`);
    return { text: textIn(await response.json()), by: String(model) };
  });
}

/** The words of an answer, in any of the three forms. */
function textIn(answer: unknown): string {
  const { choices, content, output } = answer as {
    choices?: { message?: { content?: string } }[];
    content?: { text?: string }[];
    output?: { content?: { text?: string }[] }[];
  };
  const blocks = content ?? output?.flatMap((item) => item.content ?? []) ?? [];
  return choices?.[0]?.message?.content ?? blocks.map(({ text = '' }) => text).join('');
}
