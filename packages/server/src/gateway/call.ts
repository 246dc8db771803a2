import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PassedRequest } from '@tenfold/contract';
import type { WireId } from '@tenfold/dialects';
import type { GatewayRoute } from './gateway-route.ts';
import type { RawHeaders } from './raw-headers.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** A request under way. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: GatewayRoute;
  /** The run of a wrapped program it belongs to. */
  readonly run: string | null;
  readonly body: Buffer;
  readonly signal: AbortSignal;
  readonly start: number;
  /** What its answer says of how it passed (`x-tenfold-*`), as far as that is known. */
  readonly headers: Record<string, string>;
}

/** One that holds a conversation. */
export interface ManagedCall extends Call {
  readonly wire: WireId;
  readonly passed: PassedRequest;
  /** Whether its answer is to come as an event stream. */
  readonly streamed: boolean;
  /** The body as text; null where it could not be read. */
  readonly text: string | null;
  /** What is sent in its place where nothing is managed; null where that is just what came. */
  readonly replacement: string | null;
}

/** Sends a body on in place of a call's own, and gives the answer as soon as its head is there. */
export type Send = (
  call: Pick<Call, 'route' | 'request' | 'signal'>,
  body: Buffer,
  overrides?: { readonly rawHeaders?: RawHeaders; readonly url?: string },
) => Promise<UpstreamAnswer>;

/** The path of a request, without what it asks for beside. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/s, '');
}

/** A header's value, the first where there are several. */
export function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
