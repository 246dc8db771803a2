import type { IncomingMessage } from 'node:http';
import type { PassedRequest } from '@tenfold/contract';
import { reasonToStepAside, type WireId, type WireRequest } from '@tenfold/dialects';
import { type ChainOptions, type Outgoing, RecordFailed, type Tenfold } from '@tenfold/session';
import { type Call, firstValue, type ManagedCall, pathOf, type Send } from './call.ts';
import { unknownStrategy } from './check-options.ts';
import { clientAnswerer } from './client-answerer.ts';
import { NoCredential } from './credentials.ts';
import { decodeBody } from './decode.ts';
import { createExchange } from './exchange.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { isStreamed, modelOf } from './gateway-route.ts';
import { keepAlive, refuse } from './relay.ts';
import type { Traffic } from './traffic.ts';
import { formOf, vendorError } from './vendor-error.ts';

/** What managing conversations needs. */
interface ManagedRouteParts extends Pick<Tenfold, 'chains' | 'strategies' | 'usage'> {
  readonly options: GatewayOptions;
  readonly traffic: Traffic;
  readonly send: Send;
}

/** Answers requests that hold a conversation: finds its chain, and sends what stands for it. */
export function createManagedRoute({ chains, strategies, usage, options, traffic, send }: ManagedRouteParts) {
  const { exchange, finish } = createExchange({ options, usage, traffic, send });

  /** What is to be sent; null for what is left alone, which is then told, and undefined for what was refused. */
  const outgoing = async (call: ManagedCall, read: WireRequest): Promise<Outgoing | null | undefined> => {
    const { request, response, route, wire, passed, streamed, headers } = call;
    const aside = firstValue(request.headers['x-tenfold-bypass']) === '1' ? 'bypass' : reasonToStepAside(wire, read.body);
    if (aside !== null) return stepAside(call, aside);
    const strategy = firstValue(request.headers['x-tenfold-strategy']);
    if (strategy !== undefined && !strategies.some(({ id }) => id === strategy)) {
      finish(call, 400, 'unknown-strategy');
      const message = `${unknownStrategy(strategy, strategies)} It was named by \`x-tenfold-strategy\`; nothing was sent.`;
      refuse(response, formOf(route), vendorError(route.vendor, 400, message), headers);
      return undefined;
    }
    const asked = { ...read, model: passed.model, ...(strategy === undefined ? {} : { strategy }) };
    const mayPing = streamed && !options.observe;
    try {
      return await keepAlive({ ...call, streamed: mayPing }, chains.prepare(asked, chainOptions(call, options, send)));
    } catch (error) {
      if (!(error instanceof RecordFailed)) throw error;
      if (options.onStoreFailure === 'pass') {
        passed.aside = 'unmanaged';
        headers['x-tenfold-unmanaged'] = '1';
        return null;
      }
      const message = `Tenfold cannot write its record (${error.message}), so nothing was sent. Free space or mend its home, then try again; or start the gateway with --on-store-failure pass.`;
      finish(call, 503, 'record-failed');
      refuse(response, formOf(route), vendorError(route.vendor, 503, message), headers);
      return undefined;
    }
  };

  /** A call as it is listed; `read` is what was read of it, null where that was nothing. */
  const listed = (given: Call, wire: WireId, read: WireRequest | null): ManagedCall => {
    const { request, run, headers } = given;
    const { url = '/' } = request;
    const facts = { at: Date.now(), ...senderOf(request), run, wire, model: modelOf(wire, pathOf(request), read?.body ?? {}) };
    const passed = traffic.begin(facts, headers['x-tenfold-request-id']);
    // What was not read may ask for a stream; what comes tells.
    const streamed = read === null || isStreamed(wire, url, read.body);
    return { ...given, wire, passed, text: read?.text ?? null, replacement: null, streamed };
  };

  return {
    async manage(given: Call, wire: WireId): Promise<void> {
      const text = await decodeBody(given.body, firstValue(given.request.headers['content-encoding']));
      const read = (text === null ? undefined : await chains.read(wire, text)) ?? null;
      const call = listed(given, wire, read);
      const out = read === null ? stepAside(call, 'unread') : await outgoing(call, read);
      if (out === undefined) return;
      try {
        const sent =
          out === null && read !== null ? await chains.passThroughText({ ...read, model: call.passed.model }) : call.text;
        await exchange({ ...call, replacement: sent === call.text ? null : sent }, out);
      } catch (error) {
        if (call.passed.totalMs === null) finish(call, ...failureOf(error, call.signal));
        throw error;
      }
    },
    /** Refuses what is larger than any vendor takes. */
    refuseLarge(call: Call): void {
      const { response, route, headers } = call;
      if (route.wire !== null) finish(listed(call, route.wire, null), 413, 'too-large');
      refuse(response, formOf(route), vendorError(route.vendor, 413, 'The request is larger than the gateway takes.'), headers);
    },
  };
}

/** How the chain of a call is kept inside its room. */
function chainOptions(call: ManagedCall, { summarizer, ...options }: GatewayOptions, send: Send): ChainOptions {
  if (summarizer === undefined) return options;
  const named = summarizer === 'client' ? clientAnswerer(call, send) : summarizer.slice('profile:'.length);
  return { ...options, summarizer: named };
}

/** Leaves a call alone, and says why. */
function stepAside({ passed, headers }: ManagedCall, reason: string): null {
  passed.aside = reason;
  headers['x-tenfold-aside'] = reason;
  return null;
}

/** What a request that was not answered came to, and why. */
function failureOf(error: unknown, { aborted }: AbortSignal): readonly [status: number, error: string] {
  if (error instanceof NoCredential) return [401, 'no-credential'];
  return [502, aborted ? 'client-left' : 'unreachable'];
}

/** The sender of a request, as far as it says: its program, and what that calls its session. */
function senderOf({ headers }: IncomingMessage): Pick<PassedRequest, 'client' | 'group'> {
  const agent = firstValue(headers['user-agent']) ?? '';
  const client = /^[\w.@-]+(?:\/[\w.-]+)?/.exec(agent)?.[0] ?? 'unknown';
  const group =
    firstValue(headers['x-claude-code-session-id']) ??
    firstValue(headers['session-id']) ??
    firstValue(headers['session_id']) ??
    firstValue(headers['x-session-id']) ??
    null;
  return { client, group };
}
