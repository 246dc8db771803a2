import type { ServerResponse } from 'node:http';
import type { AnswerReader } from '@tenfold/dialects';
import type { Call, ManagedCall } from './call.ts';
import { createStreamDecoder } from './decode.ts';
import { forwardedHeaders, withoutHeaders } from './raw-headers.ts';
import { hasNoBody, type Take, type UpstreamAnswer } from './upstream-answer.ts';
import { type ErrorForm, errorEvent, pingEvent, type VendorError } from './vendor-error.ts';

/** A stream that waits for a fold longer than this is begun and kept alive. */
const PING_AFTER_MS = 5_000;

/** Passes an answer on, chunk by chunk, at the pace of who reads it; a copy of its text goes to the reader. */
export async function relay({ response, headers }: Call, answer: UpstreamAnswer, reader: AnswerReader | null): Promise<Ended> {
  const into = reader && { onText: (text: string) => reader.push(text), onTooLong: () => reader.giveUp() };
  const copy = into && createStreamDecoder(answer.header('content-encoding'), into);
  beginResponse(response, answer, headers);
  const ended = await pump(answer, response, (chunk) => {
    const wantsMore = response.write(chunk);
    copy?.push(chunk);
    return wantsMore;
  });
  if (!response.destroyed) response.end();
  await copy?.end();
  return ended;
}

/** How an answer came to its end. */
export type Ended = 'whole' | 'broke-off' | 'client-left';

/** Gives each chunk of an answer away until it ends or its reader leaves; `take` says whether more is wanted at once. */
export async function pump(answer: UpstreamAnswer, response: ServerResponse, take: Take): Promise<Ended> {
  let hasLeft = false;
  const goOn = () => answer.resume();
  const leave = () => {
    if (response.writableFinished) return;
    hasLeft = true;
    answer.destroy();
  };
  response.on('drain', goOn).on('close', leave);
  const isWhole = await answer.read(take);
  response.off('drain', goOn).off('close', leave);
  if (isWhole) return 'whole';
  // Who left before there was anything to pump is gone too.
  hasLeft ||= response.destroyed;
  // The upstream broke off: so does this, and the client knows what it has.
  response.destroy();
  return hasLeft ? 'client-left' : 'broke-off';
}

/** Begins an answer as the upstream's began; one that is written anew has another length, and comes plain. */
export function beginResponse(
  response: ServerResponse,
  answer: UpstreamAnswer,
  headers: Record<string, string>,
  { anew = false }: { readonly anew?: boolean } = {},
): void {
  if (response.headersSent) return;
  const raw = forwardedHeaders(answer.rawHeaders);
  const passed = anew ? withoutHeaders(raw, ['content-encoding']) : raw;
  const length = answer.header('content-length');
  if (length !== undefined && !anew && !hasNoBody(answer.status)) passed.push('content-length', length);
  for (const name in headers) passed.push(name, headers[name] as string);
  response.writeHead(answer.status, answer.statusText, passed);
}

/** Waits for some work; a stream that waits long is begun and kept alive. */
export async function keepAlive<T>({ response, route, streamed, headers }: ManagedCall, work: Promise<T>): Promise<T> {
  if (!streamed) return work;
  const timer = setInterval(() => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
    response.write(pingEvent(route.vendor));
  }, PING_AFTER_MS);
  return work.finally(() => clearInterval(timer));
}

/** Refuses in the vendor's form, as an event where the answer has begun. */
export function refuse(
  response: ServerResponse,
  form: ErrorForm,
  error: VendorError,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) return void response.end(errorEvent(form, error));
  response.writeHead(error.status, { 'content-type': 'application/json', ...error.headers, ...headers });
  response.end(JSON.stringify(error.body));
}
