import type { IncomingMessage } from 'node:http';
import type { Passage } from '@tenfold/contract';
import { reasonToStepAside, type WireId, type WireRequest } from '@tenfold/dialects';
import { type Outgoing, RecordFailed, type Tenfold } from '@tenfold/session';
import { type Call, type ManagedCall, one, pathOf, type Send } from './call.ts';
import { chainOptionsFor } from './chain-options.ts';
import { noStrategy } from './check-wish.ts';
import { bodyText } from './coding.ts';
import { NoCredential } from './credentials.ts';
import { exchangerOf } from './exchange.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { isStreamed, modelOf } from './gateway-route.ts';
import { keptAlive, refuse } from './relay.ts';
import type { Traffic } from './traffic.ts';
import { vendorError } from './vendor-error.ts';

/** What managing conversations needs. */
export interface ManageTerms extends Pick<Tenfold, 'chains' | 'strategies' | 'usage'> {
  readonly options: GatewayOptions;
  readonly traffic: Traffic;
  readonly send: Send;
  /** Passes a call on as it is, unread. */
  readonly pass: (call: Call) => Promise<void>;
}

/** Answers requests that hold a conversation: finds its chain, and sends what stands for it. */
export function managerOf(terms: ManageTerms): (call: Call, wire: WireId) => Promise<void> {
  const { chains, strategies, usage, options, traffic, send, pass } = terms;
  const { exchange, finish } = exchangerOf({ options, usage, traffic, send });

  /** What is to be sent; null for what is left alone, which is then told, and undefined for what was refused. */
  const outgoing = async (
    call: ManagedCall,
    read: WireRequest,
    headers: Record<string, string>,
  ): Promise<Outgoing | null | undefined> => {
    const { request, response, route, wire, passage, streamed } = call;
    const aside = one(request.headers['x-tenfold-bypass']) === '1' ? 'bypass' : reasonToStepAside(wire, read.body);
    if (aside !== null) {
      passage.aside = aside;
      headers['x-tenfold-aside'] = aside;
      return null;
    }
    const strategy = one(request.headers['x-tenfold-strategy']);
    if (strategy !== undefined && !strategies.some(({ id }) => id === strategy)) {
      finish(call, 400, 'unknown-strategy');
      const told = `${noStrategy(strategy, strategies)} It was named by \`x-tenfold-strategy\`; nothing was sent.`;
      refuse(response, route.vendor, vendorError(route.vendor, 400, told), headers);
      return undefined;
    }
    const asked = { ...read, model: passage.model, ...(strategy === undefined ? {} : { strategy }) };
    const mayPing = streamed && !options.observe;
    try {
      return await keptAlive(call, mayPing, headers, chains.send(asked, chainOptionsFor(call, options, send)));
    } catch (error) {
      if (!(error instanceof RecordFailed)) throw error;
      if (options.onStoreFailure === 'pass') {
        passage.aside = 'unmanaged';
        headers['x-tenfold-unmanaged'] = '1';
        return null;
      }
      const told = `Tenfold cannot write its record (${error.message}), so nothing was sent. Free space or mend its home, then try again; or start the gateway with --on-store-failure pass.`;
      finish(call, 503, 'record-failed');
      refuse(response, route.vendor, vendorError(route.vendor, 503, told, { 'x-tenfold-request-id': passage.id }));
      return undefined;
    }
  };

  return async (given, wire) => {
    const path = pathOf(given.request);
    const text = await bodyText(given.body, one(given.request.headers['content-encoding']));
    const read = text === null ? undefined : await chains.read(wire, text);
    if (read === undefined) return pass(given);
    const { body } = read;
    const passage = traffic.begin({
      at: Date.now(),
      ...whoSent(given.request),
      run: given.run,
      wire,
      model: modelOf(wire, path, body),
    });
    const streamed = isStreamed(wire, path, body);
    const call: ManagedCall = { ...given, wire, passage, text: read.text, instead: null, streamed };
    const headers: Record<string, string> = { 'x-tenfold-request-id': passage.id };
    const out = await outgoing(call, read, headers);
    if (out === undefined) return;
    try {
      const text = out === null ? await chains.asItCame({ ...read, model: passage.model }) : call.text;
      await exchange({ ...call, instead: text === call.text ? null : text }, out, headers);
    } catch (error) {
      if (passage.totalMs === null) finish(call, ...failureOf(error, call.signal));
      throw error;
    }
  };
}

/** What a request that was not answered came to, and why. */
function failureOf(error: unknown, { aborted }: AbortSignal): readonly [status: number, error: string] {
  if (error instanceof NoCredential) return [401, 'no-credential'];
  return [502, aborted ? 'client-left' : 'unreachable'];
}

/** Who sent a request, as far as it says: its program, and what that calls its session. */
function whoSent({ headers }: IncomingMessage): Pick<Passage, 'client' | 'group'> {
  const agent = one(headers['user-agent']) ?? '';
  const client = /^[\w.@-]+(?:\/[\w.-]+)?/.exec(agent)?.[0] ?? 'unknown';
  const group =
    one(headers['x-claude-code-session-id']) ??
    one(headers['session-id']) ??
    one(headers['session_id']) ??
    one(headers['x-session-id']) ??
    null;
  return { client, group };
}
