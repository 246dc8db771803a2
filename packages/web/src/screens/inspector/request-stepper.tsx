import { useNavigate } from '@tanstack/react-router';
import type { ContextPage, PastRequest } from '@tenfold/contract';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { usePastRequests, useSentFor } from '../../queries/requests.ts';
import { useSessionId } from '../../state/session-id.ts';
import { short, when } from '../../ui/figures.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { requestChange } from './request-change.ts';

const NEXT = 'next';

/** Which request is looked at: the next one, or one that was sent; one step back or on. */
export function RequestStepper({
  requests,
  answer,
  onAnswer,
}: {
  requests: readonly PastRequest[];
  answer: string | undefined;
  onAnswer: (answer: string | undefined) => void;
}) {
  const { older, newer } = stepsFrom(requests, answer);
  return (
    <fieldset className="flex items-center gap-0.5 max-sm:order-last max-sm:w-full">
      <legend className="sr-only">Which request</legend>
      <IconButton
        label="The request before"
        icon={<ChevronLeft />}
        disabled={older === undefined}
        onClick={() => onAnswer(older?.answer)}
      />
      <Select
        label="Request"
        value={answer ?? NEXT}
        choices={[
          { value: NEXT, label: 'Next request' },
          ...requests.map((request) => ({
            value: request.answer,
            label: requestName(request),
            hint: `${when(request.at)} · ${short(request.tokens)} tokens`,
          })),
        ]}
        onChange={(chosen) => onAnswer(chosen === NEXT ? undefined : chosen)}
        className="max-sm:flex-1"
      />
      <IconButton
        label="The request after"
        icon={<ChevronRight />}
        disabled={answer === undefined}
        onClick={() => onAnswer(newer?.answer)}
      />
    </fieldset>
  );
}

/** `Sent for message 58`: a request is known by the answer that came. */
export function requestName({ position }: Pick<PastRequest, 'position'>): string {
  return `Sent for message ${position + 1}`;
}

/** The requests on both sides of one; after the latest comes the next one. */
function stepsFrom(requests: readonly PastRequest[], answer: string | undefined) {
  const at = answer === undefined ? -1 : requests.findIndex((request) => request.answer === answer);
  return { older: requests[at + 1], newer: at > 0 ? requests[at - 1] : undefined };
}

/** The requests around the one that is looked at, how to go there, and what changed since the one before. */
export function useRequestSteps(page: ContextPage, answer: string | undefined) {
  const session = useSessionId();
  const navigate = useNavigate();
  const { data: requests = [], hasNextPage, fetchNextPage } = usePastRequests();
  const { older, newer } = stepsFrom(requests, answer);
  const atOldest = answer !== undefined && older === undefined;
  useEffect(() => {
    if (atOldest && hasNextPage) void fetchNextPage();
  }, [atOldest, hasNextPage, fetchNextPage]);
  const sent = useSentFor(older?.answer).data;
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
