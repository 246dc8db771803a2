import { promptOf } from '@tenfold/core';
import { AnswerReader, dialectOf, type WireId } from '@tenfold/dialects';
import type { ChainOptions } from '@tenfold/session';
import type { ManagedCall, Send } from './call.ts';
import { readAnswer } from './decode.ts';
import { withoutHeaders } from './raw-headers.ts';

/** Milliseconds an ask may take. */
const DEADLINE_MS = 60_000;

/**
 * Answers asks with the model that a client asks, at the same address and with the credentials of its request, which are held no longer
 * than the fold that asks takes.
 */
export function clientAnswerer(call: ManagedCall, send: Send): Exclude<ChainOptions['summarizer'], string | undefined> {
  const { wire, passed, request, route } = call;
  // The answer comes whole and plain.
  const rawHeaders = withoutHeaders(request.rawHeaders, ['accept-encoding', 'content-encoding', 'accept']);
  const url = (request.url ?? '/').replace(':streamGenerateContent', ':generateContent').replace(/([?&])alt=sse&?/, '$1');
  return async (ask) => {
    const body = Buffer.from(JSON.stringify(bodyFor(wire, passed.model, ask)));
    const answer = await send({ route, request, signal: AbortSignal.timeout(DEADLINE_MS) }, body, { rawHeaders, url });
    const { text } = await readAnswer(answer);
    const { status } = answer;
    if (text === null || status >= 300) throw new Error(`the client's model answered with ${status}`);
    const reader = new AnswerReader(wire, false);
    reader.push(text);
    const said = reader.end().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
    return { text: said.join('\n'), by: passed.model };
  };
}

type Ask = Parameters<Exclude<ChainOptions['summarizer'], string | undefined>>[0];

function bodyFor(wire: WireId, model: string, ask: Ask) {
  const words = { role: 'user', parts: [{ type: 'text', text: promptOf(ask) }] } as const;
  const limit = ask.maxTokens;
  const fields = {
    anthropic: { model, max_tokens: limit },
    'openai-chat': { model, max_completion_tokens: limit },
    'openai-responses': { model, max_output_tokens: limit, store: false },
    gemini: { generationConfig: { maxOutputTokens: limit } },
  }[wire];
  return dialectOf(wire).encode({ frame: {}, messages: [words], rest: { dialect: wire, fields } });
}
