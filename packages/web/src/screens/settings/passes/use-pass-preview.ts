import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JsonObject, SmartConfig } from '@tenfold/core';
import { useEffect, useState } from 'react';
import { estimateFold } from '../../../queries/folding.ts';
import { keys } from '../../../queries/keys.ts';

/** Editing must rest this long before a preview is asked for. */
const REST_MS = 300;

/** What a config would come to on a conversation: mechanical passes counted, those that ask a model estimated. Nothing is paid. */
export function usePassPreview(session: string | undefined, config: SmartConfig, right: boolean) {
  const [rested, setRested] = useState(config);
  useEffect(() => {
    const timer = setTimeout(() => setRested(config), REST_MS);
    return () => clearTimeout(timer);
  }, [config]);
  const preview = useQuery({
    queryKey: [...keys.session(session ?? ''), 'passes', rested],
    enabled: session !== undefined && right,
    placeholderData: keepPreviousData,
    queryFn: () => estimateFold(session ?? '', { strategy: 'smart', config: rested as unknown as JsonObject, force: true }),
  });
  return { ...preview, settling: rested !== config || preview.isFetching };
}
