import type * as z from 'zod';

/** How an endpoint is called. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An answer that is no JSON. */
export interface Media {
  readonly media: string;
  readonly about: string;
  /** The data of each server-sent event of it. */
  readonly events?: z.ZodType;
}

/** One thing the API does: how it is called, what it takes and what it answers. */
export interface Endpoint<
  Path extends string = string,
  Answer extends z.ZodType | Media = z.ZodType | Media,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Also extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  readonly path: Path;
  readonly tag: string;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Most bytes of a body; the server's usual limit where it is absent. */
  readonly bodyLimit?: number;
  /** Most values in a body, all told; the server's usual limit where it is absent. */
  readonly bodyValues?: number;
  /** A field of the body with a text that may be nearly all of it: its server does not hold it whole. */
  readonly longText?: string;
  /** Asks models or reads much: limited more tightly. */
  readonly expensive?: boolean;
  /** For administrators alone. */
  readonly admin?: boolean;
  readonly status?: 201 | 202;
  readonly answer: Answer;
  /** Another answer, under another status. */
  readonly also?: { readonly status: number; readonly answer: Also };
}

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never;

type In<T> = T extends z.ZodType ? z.input<T> : never;
type Out<T> = T extends z.ZodType ? z.output<T> : never;

/** Names in the path of an endpoint. */
export type ParamsOf<E> = E extends Endpoint<infer Path> ? Readonly<Record<Names<Path>, string>> : never;
/** Query of an endpoint as its server reads it. */
export type QueryOf<E> = E extends { readonly query?: infer Query } ? Out<Query> : never;
/** Body of an endpoint as its server reads it. */
export type BodyOf<E> = E extends { readonly body?: infer Body } ? Out<Body> : never;
/** What an endpoint answers under its usual status, as it is written; nothing where that is no JSON. */
export type AnswerGiven<E> = E extends { readonly answer: infer Answer } ? In<Answer> : never;
/** What it answers under another status, as it is written. */
export type AlsoGiven<E> = E extends { readonly also?: { readonly answer: infer Also } } ? In<Also> : never;
/** What a caller reads of an endpoint. */
export type AnswerOf<E> =
  | (E extends { readonly answer: infer Answer } ? Out<Answer> : never)
  | (E extends { readonly also?: { readonly answer: infer Also } } ? Out<Also> : never);

/** The data of each event of a stream. */
export type EventOf<E> = E extends { readonly answer: { readonly events: infer Events } } ? Out<Events> : never;

type Given<E, Part extends 'query' | 'body'> =
  E extends Readonly<Record<Part, infer T>>
    ? Record<string, never> extends In<T>
      ? { readonly [Key in Part]?: In<T> }
      : { readonly [Key in Part]: In<T> }
    : unknown;

/** What a caller gives: the names in the path, and query and body where there are any. */
export type AskOf<E> = ParamsOf<E> & Given<E, 'query'> & Given<E, 'body'>;

/** What describes an endpoint beside how it is called and what it answers. */
type Described = Omit<Endpoint, 'method' | 'path' | 'tag' | 'summary' | 'answer'>;

/** Describes endpoints of one kind, by how they are called; their types are those of their schemas. */
export function endpoints(tag: string) {
  const by =
    <const M extends Method>(method: M) =>
    <const Path extends string, const Answer extends Endpoint['answer'], const More extends Described = object>(
      path: Path,
      summary: string,
      answer: Answer,
      more?: More,
    ) => ({ method, path, tag, summary, answer, ...(more as More) });
  return { get: by('get'), post: by('post'), put: by('put'), patch: by('patch'), delete: by('delete') };
}
