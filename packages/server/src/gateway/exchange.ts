import type { Passage } from '@tenfold/contract';
import { AnswerReader, overflowIn } from '@tenfold/dialects';
import type { Meter, Outgoing } from '@tenfold/session';
import { type ManagedCall, pathOf, type Send } from './call.ts';
import { bodyText } from './coding.ts';
import { estimatedTokens } from './estimated-tokens.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { MAX_BODY, parsedBody } from './read-body.ts';
import { begin, refuse, relay } from './relay.ts';
import { relayScreened } from './relay-screened.ts';
import type { Traffic } from './traffic.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import { overflowError, vendorError } from './vendor-error.ts';

/** What exchanging needs. */
interface ExchangeTerms {
  readonly options: GatewayOptions;
  readonly usage: Meter;
  readonly traffic: Traffic;
  readonly send: Send;
}

/** Sends what is to be sent, passes the answer on, and has it recorded. What the vendor finds too long is folded and tried once more. */
export function exchangerOf({ options, usage, traffic, send }: ExchangeTerms) {
  const finish = ({ passage, start, text }: ManagedCall, status: number, error: string | null) => {
    passage.status = status;
    passage.error = error;
    passage.totalMs = performance.now() - start;
    traffic.finish(passage);
    const { billed, after } = passage;
    // Some streams tell no bill unless they are asked to.
    if (status < 300) usage.spend(billed === null ? after || estimatedTokens(text.length) : billed.input + billed.output);
  };

  const exchange = async (
    call: ManagedCall,
    out: Outgoing | null,
    headers: Record<string, string>,
    retried = false,
  ): Promise<void> => {
    const { request, response, route, passage, text } = call;
    if (out !== null) {
      note(passage, out);
      Object.assign(headers, headersOf(out, options));
      if (out.cannotFit !== null) {
        finish(call, 400, 'cannot-fit');
        return refuse(response, route.vendor, overflowError(route.vendor, out.cannotFit), headers);
      }
    }
    const changed = out === null ? call.instead : out.isChanged ? out.text : null;
    traffic.keep(passage.id, { path: pathOf(request), received: text, sent: changed ?? text });
    const begun = response.headersSent;
    const isPlain = begun || (out !== null && out.hiddenTools.size > 0);
    const rawHeaders = headersFor(call, { isChanged: changed !== null, isPlain });
    const sendText = (body: Buffer) => send(call, body, { rawHeaders });
    const answer = await sendText(changed === null ? call.body : Buffer.from(changed));
    const { status } = answer;
    const mayBeTooLong = (status === 400 || status === 413 || status === 422) && out !== null && !retried;
    if (mayBeTooLong || (begun && status >= 400)) {
      const refusal = await answer.whole(MAX_BODY);
      const said = refusal === null ? null : await bodyText(refusal, answer.header('content-encoding'));
      const next = mayBeTooLong && said !== null && overflowIn(said) !== null ? await out.tooLong() : null;
      if (next !== null) return exchange(call, next, { ...headers, 'x-tenfold-retried': '1' }, true);
      finish(call, status, null);
      if (begun) {
        const body = parsedBody(said ?? '') ?? vendorError(route.vendor, status, said ?? '').body;
        return refuse(response, route.vendor, { status, body });
      }
      begin(response, answer, headers);
      return void response.end(refusal ?? '');
    }
    passage.firstMs = performance.now() - call.start;
    if (out !== null && out.hiddenTools.size > 0 && status < 300) {
      const terms = { headers, out, send: (body: string) => sendText(Buffer.from(body)) };
      const { answer: shown, said } = await relayScreened(call, answer, terms);
      passage.billed = shown.billed;
      finish(call, status, null);
      return out.answered(shown, said === shown.messages ? undefined : said);
    }
    const reader = status < 300 ? readerFor(call, answer) : null;
    await relay(call, answer, headers, reader);
    const read = reader?.end() ?? null;
    passage.billed = read?.billed ?? null;
    finish(call, status, null);
    if (read !== null && out !== null) await out.answered(read);
  };
  return { exchange, finish };
}

function readerFor({ wire, streamed }: ManagedCall, answer: UpstreamAnswer): AnswerReader {
  return new AnswerReader(wire, streamed && /text\/event-stream/i.test(answer.header('content-type') ?? ''));
}

/** What was packed goes out plain where it was changed; an answer that is written anew, or to a stream that was begun while it waited, must come plain. */
function headersFor(
  { request: { rawHeaders } }: ManagedCall,
  { isChanged, isPlain }: { isChanged: boolean; isPlain: boolean },
): readonly string[] {
  const dropped = [...(isChanged ? ['content-encoding'] : []), ...(isPlain ? ['accept-encoding'] : [])];
  if (dropped.length === 0) return rawHeaders;
  return rawHeaders.filter((_, at) => !dropped.includes((rawHeaders[at - (at % 2)] as string).toLowerCase()));
}

function note(passage: Passage, out: Outgoing): void {
  passage.session = out.session;
  passage.branch = out.branch;
  passage.before = out.before;
  passage.after = out.after;
  passage.folds = out.folds;
  passage.strategy = out.strategy;
  passage.aside = out.aside;
}

function headersOf(out: Outgoing, { observe }: GatewayOptions): Record<string, string> {
  return {
    'x-tenfold-session': out.session,
    'x-tenfold-tokens-before': String(out.before),
    'x-tenfold-tokens-after': String(out.after),
    'x-tenfold-strategy': out.strategy,
    ...(observe ? { 'x-tenfold-observe': '1' } : {}),
    ...(out.aside === null ? {} : { 'x-tenfold-aside': out.aside }),
  };
}
