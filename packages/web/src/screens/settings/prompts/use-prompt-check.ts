import { HISTORY_SLOT, promptProblem } from '@tenfold/core';
import { useEffect, useState } from 'react';
import { askWorker } from './ask-worker.ts';

/** What is wrong with a prompt and what it weighs. */
export interface PromptCheck {
  readonly problem: string | null;
  readonly tokens: number | null;
}

/** Checks a prompt as it is typed: what needs no counting at once, the rest a moment later. */
export function usePromptCheck(prompt: string): PromptCheck {
  const [counted, setCounted] = useState<PromptCheck & { readonly of: string }>({ of: '', problem: null, tokens: null });
  useEffect(() => {
    let left = false;
    void askWorker({ kind: 'check', prompt }).then((answer) => {
      if (!left && answer.kind === 'check') setCounted({ of: prompt, problem: answer.problem, tokens: answer.tokens });
    });
    return () => {
      left = true;
    };
  }, [prompt]);
  // Empty or without its slot: that shows without counting anything.
  if (prompt.trim() === '' || !prompt.includes(HISTORY_SLOT))
    return { problem: promptProblem(prompt, () => 0), tokens: counted.tokens };
  return counted.of === prompt ? counted : { problem: null, tokens: counted.tokens };
}
