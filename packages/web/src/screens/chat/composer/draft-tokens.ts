import { api, type ContextStatus, isCommand } from '@tenfold/contract';
import { markOf } from '@tenfold/core';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { count, countedAs } from './count-beside.ts';
import { draftText } from './draft.ts';
import { type FileWeight, useFileWeights } from './file-weights.ts';
import { completions } from './slash.ts';
import type { Draft } from './written.ts';

/** What a draft weighs, each of its long pastes by its mark, and each of its files. */
export interface DraftTokens {
  readonly draft: number;
  readonly files: readonly (FileWeight | undefined)[];
  readonly pastes: Readonly<Record<string, number>>;
}

const NOTHING = { draft: 0, pastes: {} as Readonly<Record<string, number>> };
/** Typing must rest this long before the server is asked for its count, which knows what was learnt of the model. */
const ASK_AFTER_MS = 500;
/** Longer drafts are counted here only: sending megabytes each time typing rests, to be counted, would hold it up. */
const ASK_UP_TO = 500_000;

/** Counts a draft beside the page as it is typed; the server's count follows when typing rests. */
export function useDraftTokens(status: ContextStatus | undefined, draft: Draft): DraftTokens {
  const session = useSessionId();
  const [tokens, setTokens] = useState(NOTHING);
  const { composition } = draft;
  const model = status === undefined ? undefined : countedAs(status);
  useEffect(() => {
    const text = draftText({ composition, files: [], edits: null });
    // A command never reaches the model, so it weighs nothing.
    if (text.trim() === '' || model === undefined || completions(text).length > 0 || isCommand(text)) return setTokens(NOTHING);
    const left = new AbortController();
    const marks = composition.pastes.map(markOf);
    count({ model, texts: [text, ...composition.pastes.map((paste) => paste.text)] }, left.signal, ([whole = 0, ...each]) =>
      setTokens({ draft: whole, pastes: Object.fromEntries(marks.map((mark, index) => [mark, each[index] ?? 0])) }),
    );
    const timer = setTimeout(async () => {
      if (text.length > ASK_UP_TO) return;
      try {
        const { breakdown } = await call(api.contexts.draftStatus, { session, body: { draft: text } });
        if (!left.signal.aborted) setTokens((now) => ({ ...now, draft: breakdown.draft }));
      } catch {
        // The count beside the page stands.
      }
    }, ASK_AFTER_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [session, model, composition]);
  const files = useFileWeights(status?.model, draft.files);
  const attached = files.reduce((sum, file) => sum + (file?.tokens ?? 0), 0);
  return { ...tokens, draft: tokens.draft + attached, files };
}
