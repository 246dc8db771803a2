import type { AlsoGiven, AnswerGiven, BodyOf, Endpoint, ParamsOf, QueryOf } from '@tenfold/contract';
import type { Tenfold } from '@tenfold/session';
import type { Gateway } from './gateway/gateway.ts';
import type { Caller } from './guard/door.ts';
import type { Quotas } from './guard/quotas.ts';
import type { StartupValue } from './process/startup-values.ts';
import type { Outbox, Streams } from './stream/streams.ts';

/** What a route is given beside its request. */
export interface RouteDependencies {
  readonly tenfold: Tenfold;
  readonly streams: Streams;
  /** What passes through to models for the programs of who calls. */
  gateway(): Gateway;
  /** How the server was started. */
  readonly startup: readonly StartupValue[];
  /** How much a user may use. */
  readonly quotas?: Quotas;
}

/** A request whose parts have been read and checked. */
export interface Call<Params, Query, Body> extends RouteDependencies {
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The long text of the body, where it did not come at once; the body does not hold it then. */
  readonly longText: AsyncIterable<string> | null;
  /** Who calls, as told by the client: events carry it, so that a tab can tell its own from others'. */
  readonly actor: { readonly actor?: string };
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
}

/** An answer with another status than the usual one. */
export class Reply<T> {
  readonly status: number;
  readonly body: T;
  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

/** An endpoint and what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  handle(call: Call<Readonly<Record<string, string>>, unknown, unknown>): Promise<unknown>;
}

type Answered<E extends Endpoint> = [AnswerGiven<E>] extends [never] ? Outbox | Response : AnswerGiven<E> | Reply<AlsoGiven<E>>;

/** What answers each endpoint of a group. */
export type Handlers<Group extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Group]: (
    call: Call<ParamsOf<Group[Name]>, QueryOf<Group[Name]>, BodyOf<Group[Name]>>,
  ) => Promise<Answered<Group[Name]>>;
};

/** Answers a group of endpoints: the compiler checks that each has its handler, and what each takes and gives. */
export function routes<const Group extends Readonly<Record<string, Endpoint>>>(
  group: Group,
  handlers: Handlers<Group>,
): readonly Route[] {
  return Object.entries(group).map(([name, endpoint]) => ({ endpoint, handle: handlers[name] as Route['handle'] }));
}
