import type { ContextStatus } from '@tenfold/contract';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { Gauge } from '../../gauge/gauge.tsx';
import { Button } from '../../ui/button.tsx';
import { Composer } from './composer/composer.tsx';
import { count, countedAs } from './composer/count-beside.ts';
import { useDraft } from './composer/draft.ts';
import { useDraftTokens } from './composer/draft-tokens.ts';
import { draftedStatus } from './composer/drafted-status.ts';
import { forecast } from './composer/forecast.ts';
import type { Draft } from './composer/written.ts';
import { useAnswer } from './turn/live-answers.ts';

/** Where one writes, and how full the context is with it: all that a key draws again. */
export function WritingPlace({
  status,
  answerTo,
  blocked,
  fieldRef,
  onSend,
  onStop,
  onRewind,
  onCondense,
}: {
  status: ContextStatus | undefined;
  /** The turn that is being answered. */
  answerTo: string | undefined;
  blocked: boolean;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onSend: (draft: Draft) => void;
  onStop: () => void;
  onRewind: () => void;
  onCondense: () => void;
}) {
  const [draft] = useDraft();
  const tokens = useDraftTokens(status, draft);
  const drafted = status === undefined ? undefined : draftedStatus(status, tokens.draft);
  return (
    <>
      <Composer
        {...{ tokens, blocked, fieldRef, onSend, onStop, onRewind }}
        outlook={outlookOf(status, drafted, blocked)}
        answering={answerTo !== undefined}
      />
      {status === undefined ? (
        // Its room is kept, so that nothing moves when it comes.
        <div className="h-7" />
      ) : (
        <ChatGauge status={status} draft={tokens.draft} answerTo={answerTo} onCondense={onCondense} />
      )}
    </>
  );
}

/** The gauge, with what is being typed and what has come of an answer. */
function ChatGauge({
  status,
  draft,
  answerTo,
  onCondense,
}: {
  status: ContextStatus;
  draft: number;
  answerTo: string | undefined;
  onCondense: () => void;
}) {
  const answer = useAnswerTokens(answerTo, status);
  const drafted = useMemo(() => draftedStatus(status, draft, answer), [status, draft, answer]);
  const actions = useCallback(
    (close: () => void) => (
      <Button
        small
        label="Condense… (preview)"
        onClick={() => {
          close();
          onCondense();
        }}
      />
    ),
    [onCondense],
  );
  return (
    <div className="mx-auto w-full max-w-3xl">
      <Gauge status={drafted} actions={actions} />
    </div>
  );
}

/** What sending the draft comes to, in words; where a choice comes first, that. */
function outlookOf(now: ContextStatus | undefined, drafted: ContextStatus | undefined, blocked: boolean): string {
  if (blocked) return 'The context is full: choose above how to go on';
  return now === undefined || drafted === undefined ? '' : forecast(now, drafted);
}

/** An answer is counted anew each time so many characters have come. */
const STEP = 320;

/** What has come of the answer to a turn, in tokens that the status does not have yet. */
function useAnswerTokens(turn: string | undefined, status: ContextStatus): number {
  const text = useAnswer(turn ?? '')
    .map((part) => (part.type === 'tool' ? '' : part.text))
    .join('');
  const [counted, setCounted] = useState({ tokens: 0, over: status });
  const grown = Math.ceil(text.length / STEP);
  const model = countedAs(status);
  useEffect(() => {
    if (grown === 0) return;
    const left = new AbortController();
    count({ model, texts: [text] }, left.signal, ([tokens = 0]) => setCounted({ tokens, over: status }));
    return () => left.abort();
  }, [grown, model]);
  // Stored, it is in the next status; until that is here the count stands, so that the gauge never goes back and forth.
  return text !== '' || counted.over === status ? counted.tokens : 0;
}
