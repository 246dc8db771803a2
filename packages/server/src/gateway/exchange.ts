import type { PassedRequest } from '@tenfold/contract';
import { type Answered, AnswerReader, overflowIn, refusesThinking } from '@tenfold/dialects';
import type { Meter, Outgoing } from '@tenfold/session';
import { type ManagedCall, pathOf, type Send } from './call.ts';
import { isPacked, readAnswer } from './decode.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { isEventStream, opensTooLong } from './opens-too-long.ts';
import { passRefusal, refuseUnread, UNREADABLE } from './pass-refusal.ts';
import { type RawHeaders, withoutHeaders } from './raw-headers.ts';
import { type Ended, keepAlive, refuse, relay } from './relay.ts';
import { relayScreened } from './relay-screened.ts';
import type { Traffic } from './traffic.ts';
import { formOf, overflowError } from './vendor-error.ts';

/** What exchanging needs. */
interface ExchangeParts {
  readonly options: GatewayOptions;
  readonly usage: Meter;
  readonly traffic: Traffic;
  readonly send: Send;
}

/**
 * Sends what is to be sent, passes the answer on, and has it recorded. What the vendor finds too long is folded, thinking that it finds
 * to belong elsewhere left out, and tried once more.
 */
export function createExchange({ options, usage, traffic, send }: ExchangeParts) {
  const finish = ({ passed, start, text, body }: ManagedCall, status: number, error: string | null) => {
    passed.status = status;
    passed.error = error;
    passed.totalMs = performance.now() - start;
    traffic.finish(passed);
    const { billed, after } = passed;
    // Some streams tell no bill unless they are asked to.
    const estimated = () => ({ inputTokens: after || estimateTokens(text?.length ?? body.length) });
    if (status < 300) usage.spend(billed === null ? estimated() : { inputTokens: billed.input, outputTokens: billed.output });
  };

  const exchange = async (call: ManagedCall, out: Outgoing | null, retried = false): Promise<void> => {
    const { request, response, route, passed, text, headers } = call;
    if (out !== null) {
      copyFacts(passed, out);
      Object.assign(headers, headersOf(out, options));
      if (out.cannotFit !== null) {
        finish(call, 400, 'cannot-fit');
        return refuse(response, formOf(route), overflowError(formOf(route), out.cannotFit), headers);
      }
    }
    const changed = out === null ? call.replacement : out.isChanged ? out.text : null;
    if (text !== null) traffic.keep(passed.id, { path: pathOf(request), received: text, sent: changed ?? text });
    const begun = response.headersSent;
    const isPlain = begun || (out !== null && out.hiddenTools.size > 0);
    const rawHeaders = headersFor(call, { isChanged: changed !== null, isPlain });
    const sendText = (body: Buffer) => send(call, body, { rawHeaders });
    const answer = await sendText(changed === null ? call.body : Buffer.from(changed));
    const { status } = answer;
    const mayFold = out !== null && !retried && !options.observe;
    const refusal = (mayFold && TOO_LONG.has(status)) || (begun && status >= 300) ? await readAnswer(answer) : null;
    const said = refusal?.text ?? '';
    const isThought = refusesThinking(said);
    if (mayFold && (isThought || (refusal === null ? await opensTooLong(call, answer) : overflowIn(said) !== null))) {
      headers['x-tenfold-retried'] = '1';
      const next = await keepAlive(call, isThought ? out.withoutThinking() : out.shorten());
      if (next !== null) {
        answer.destroy();
        return exchange(call, next, true);
      }
      delete headers['x-tenfold-retried'];
    }
    if (refusal !== null) {
      finish(call, status, null);
      return passRefusal(call, answer, refusal);
    }
    passed.firstMs = performance.now() - call.start;
    // A stream that was begun goes on plain, and as a stream.
    if (begun && (isPacked(answer.header('content-encoding')) || !isEventStream(answer))) {
      finish(call, status, UNREADABLE);
      return refuseUnread(call, answer);
    }
    if (out !== null && out.hiddenTools.size > 0 && status < 300) {
      const terms = { out, send: (body: string) => sendText(Buffer.from(body)) };
      const { answer: shown, said, ended, trouble } = await relayScreened(call, answer, terms);
      passed.billed = shown.billed;
      finish(call, status, trouble ?? shortfall(ended, shown));
      return out.recordAnswer(shown, said === shown.messages ? undefined : said);
    }
    const reader = status < 300 ? new AnswerReader(call.wire, call.streamed && isEventStream(answer)) : null;
    const ended = await relay(call, answer, reader);
    const read = reader?.end() ?? null;
    passed.billed = read?.billed ?? null;
    finish(call, status, reader?.trouble?.name ?? shortfall(ended, read));
    if (read !== null) out?.recordAnswer(read);
  };
  return { exchange, finish };
}

/** Statuses a request that is too long is refused with. */
const TOO_LONG: ReadonlySet<number> = new Set([400, 413, 422]);

/** What an answer lacks, where its head said that all was well. A client may leave once it has everything. */
function shortfall(ended: Ended, read: Answered | null): string | null {
  if (read?.complete) return null;
  if (ended !== 'whole') return ended;
  return read !== null && read.messages.length > 0 ? 'broke-off' : null;
}

/** What was packed goes out plain where it was changed; an answer that is written anew, or to a stream that was begun while it waited, must come plain. */
function headersFor(
  { request: { rawHeaders } }: ManagedCall,
  { isChanged, isPlain }: { isChanged: boolean; isPlain: boolean },
): RawHeaders {
  const unpacked = isChanged ? withoutHeaders(rawHeaders, ['content-encoding']) : rawHeaders;
  // Said aloud: who says nothing takes anything.
  return isPlain ? [...withoutHeaders(unpacked, ['accept-encoding']), 'accept-encoding', 'identity'] : unpacked;
}

function copyFacts(passed: PassedRequest, out: Outgoing): void {
  passed.session = out.session;
  passed.branch = out.branch;
  passed.before = out.before;
  passed.after = out.after;
  passed.folds = out.folds;
  passed.strategy = out.strategy;
  passed.aside = out.aside;
}

function headersOf(out: Outgoing, { observe, recall }: GatewayOptions): Record<string, string> {
  return {
    'x-tenfold-session': out.session,
    'x-tenfold-tokens-before': String(out.before),
    'x-tenfold-tokens-after': String(out.after),
    'x-tenfold-strategy': out.strategy,
    ...(observe ? { 'x-tenfold-observe': '1' } : {}),
    ...(recall && out.hiddenTools.size === 0 ? { 'x-tenfold-recall': 'not offered' } : {}),
    ...(out.aside === null ? {} : { 'x-tenfold-aside': out.aside }),
  };
}
