import { useLocation } from '@tanstack/react-router';
import type { Run } from '@tenfold/contract';
import { useEffect, useRef } from 'react';
import { useSetting } from '../queries/settings.ts';
import { useFoldWatch } from '../state/fold-watch.ts';
import { toast } from '../ui/toast.tsx';

/** Tells that a context was condensed to those who do not look at the chat, unless notifications are off. */
export function useFoldNotices(session: string | undefined): void {
  const { run } = useFoldWatch(session ?? '');
  const place = useLocation({ select: ({ pathname }) => pathname });
  const told = useRef<string | null>(null);
  const wanted = useSetting('notifications') !== false;
  useEffect(() => {
    if (run === null || run.id === told.current) return;
    told.current = run.id;
    if (wanted && run.active) tell(run, place === `/s/${session}`);
  }, [run, wanted, place, session]);
}

/** In the chat the divider says it already. */
function tell(run: Run, inChat: boolean): void {
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') new Notification(run.divider);
  else if (!inChat) toast(run.divider, { description: run.text });
}
