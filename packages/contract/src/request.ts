import type { AnswerOf, AskOf, Endpoint } from './endpoint.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** JSON; every request but a GET has one. */
  readonly body?: string;
}

/** How an endpoint is asked. */
export function requestOf<E extends Endpoint>(endpoint: E, ask: AskOf<E>): WireRequest {
  const { query, body, ...params } = ask as { query?: Record<string, unknown>; body?: unknown } & Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_name, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  const method = endpoint.method.toUpperCase();
  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  };
}

/** What an endpoint answered, checked; null where it is not what the contract says. */
export function answerOf<E extends Endpoint>(endpoint: E, status: number, body: unknown): AnswerOf<E> | null {
  const schema = endpoint.also?.status === status ? endpoint.also.answer : endpoint.answer;
  if (schema === undefined || 'media' in schema) return null;
  const read = schema.safeParse(body);
  return read.success ? (read.data as AnswerOf<E>) : null;
}
