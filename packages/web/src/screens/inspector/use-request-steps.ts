import { useNavigate } from '@tanstack/react-router';
import type { ContextPage } from '@tenfold/contract';
import { useEffect, useMemo } from 'react';
import { usePastRequests, useSentFor } from '../../queries/requests.ts';
import { requestChange } from './request-change.ts';
import { stepsFrom } from './request-stepper.tsx';

/** The requests around the one that is looked at, how to go there, and what changed since the one before. */
export function useRequestSteps(session: string, page: ContextPage, answer: string | undefined) {
  const navigate = useNavigate();
  const { data: requests = [], hasNextPage, fetchNextPage } = usePastRequests(session);
  const { older, newer } = stepsFrom(requests, answer);
  const atOldest = answer !== undefined && older === undefined;
  useEffect(() => {
    if (atOldest && hasNextPage) void fetchNextPage();
  }, [atOldest, hasNextPage, fetchNextPage]);
  const sent = useSentFor(session, older?.answer).data;
  // While another is fetched, the one that was looked at last is still here.
  const before = sent?.request.answer === older?.answer ? sent : undefined;
  const change = useMemo(() => (before === undefined ? null : requestChange(before.rows, page.rows)), [before, page.rows]);
  const go = (request: string | undefined) =>
    void navigate({
      to: '/s/$session/inspector',
      params: { session },
      search: request === undefined ? {} : { request },
      replace: true,
    });
  return { requests, older, newer, go, before, change };
}
