import type { Tenfold } from '@tenfold/session';
import type * as z from 'zod';
import type { StartupValue } from './process/startup-values.ts';
import type { Streams } from './stream/streams.ts';

/** How a route is called. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An answer that is no JSON. */
export interface Media {
  readonly media: string;
  readonly about: string;
}

/** What a route is given beside its request. */
export interface Ground {
  readonly tenfold: Tenfold;
  readonly streams: Streams;
  /** How the server was started. */
  readonly startup: readonly StartupValue[];
}

/** A request whose parts have been read and checked. */
export interface Call<Params, Query, Body> extends Ground {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
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

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

/** JSON has no undefined: an optional field is there or it is not. */
type Exact<T> = T extends readonly (infer Item)[]
  ? readonly Exact<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
    : T;

type Out<T> = T extends z.ZodType ? Exact<z.output<T>> : undefined;
type Answered<T> = T extends z.ZodType ? z.input<T> : Response;

interface RouteSpec<Path extends string, Query, Body, Answer, Also> {
  readonly method: Method;
  readonly path: Path;
  readonly tag: string;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Most bytes of a body; the server's usual limit where it is absent. */
  readonly bodyLimit?: number;
  /** Asks models or reads much: limited more tightly. */
  readonly dear?: boolean;
  readonly status?: 201 | 202;
  readonly answer: Answer;
  /** Another answer, under another status. */
  readonly also?: { readonly status: number; readonly answer: Also };
  handle(
    call: Call<Readonly<Record<Names<Path>, string>>, Out<Query>, Out<Body>>,
  ): Promise<Answered<Answer> | Reply<Answered<Also>>>;
}

/** A route as the description sees it. */
export interface Described {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly bodyLimit?: number;
  readonly dear?: boolean;
  readonly status?: 201 | 202;
  readonly answer: z.ZodType | Media;
  readonly also?: { readonly status: number; readonly answer: z.ZodType };
}

/** A route as the server sees it. */
export interface Route extends Described {
  handle(call: Call<Readonly<Record<string, string>>, unknown, unknown>): Promise<unknown>;
}

/** Describes a route: what it takes and answers is checked by the compiler here and by its schemas when it runs. */
export function route<
  const Path extends string,
  Answer extends z.ZodType | Media,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Also extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<Path, Query, Body, Answer, Also>): Route {
  return spec as unknown as Route;
}
