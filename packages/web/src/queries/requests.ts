import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useSessionId } from '../state/session-id.ts';
import { useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Requests that were sent, newest first; older ones are fetched when they are asked for. */
export function usePastRequests() {
  const session = useSessionId();
  return useInfiniteQuery({
    queryKey: [...keys.context(session), 'requests'],
    queryFn: ({ pageParam }) => call(api.contexts.requests, { session, query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    select: ({ pages }) => pages.flatMap(({ requests }) => requests),
  });
}

/** The body of the next request, or of the one an answer was sent for. */
export function useWire(answer: string | undefined) {
  return useSessionFetched(
    (session) => [...keys.context(session), 'wire', answer],
    (session) => call(api.contexts.wire, { session, query: answer === undefined ? {} : { answer } }),
  );
}

/** The messages that were sent for an answer. */
export function useSentFor(answer: string | undefined) {
  return useSessionFetched(
    (session) => [...keys.context(session), 'request', answer],
    (session) => call(api.contexts.sentFor, { session, answer: answer ?? '' }),
    { enabled: answer !== undefined, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );
}
