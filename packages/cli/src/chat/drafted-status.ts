import { type ContextStatus, api as contract, isCommand } from '@tenfold/contract';
import { type Composition, expandPastes } from '@tenfold/core';
import { useEffect, useState } from 'react';
import type { ChatApi } from './api.ts';

/** Typing must rest this long before it is counted. */
const REST_MS = 200;

/** How full the context is with what is being typed, long pastes in full. Commands reach no model and count nothing. */
export function useDraftedStatus(
  api: ChatApi,
  session: string,
  status: ContextStatus | null,
  composition: Composition,
): ContextStatus | null {
  const [drafted, setDrafted] = useState<ContextStatus | null>(null);
  const draft = isCommand(composition.text) ? '' : expandPastes(composition);
  useEffect(() => {
    setDrafted(null);
    if (draft === '') return;
    let late = false;
    const timer = setTimeout(async () => {
      const counted = await api.call(contract.contexts.draftStatus, { session, body: { draft } }).catch(() => null);
      if (!late) setDrafted(counted);
    }, REST_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [api, session, status, draft]);
  return drafted ?? status;
}
