import type { ContextStatus } from '@tenfold/contract';
import { useEffect, useState } from 'react';
import { count, countedAs } from '../composer/count-beside.ts';
import { useAnswer } from './live-answers.ts';

/** An answer is counted anew each time so many characters have come. */
const STEP = 320;

/** What has come of the answer to a turn, in tokens that the status does not have yet. */
export function useAnswerTokens(turn: string | undefined, status: ContextStatus): number {
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
