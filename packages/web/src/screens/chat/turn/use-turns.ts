import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConnected } from '../../../state/connection.ts';
import type { LiveTurn } from './live-turn.ts';
import { useLiveTurns } from './live-turns.ts';
import { bringBackUnsent, rejoin, settleAfterReturn } from './send-turn.ts';

/** The turns under way. After a reload, and when the server is back, an answer that goes on is followed again. */
export function useTurns(session: string): readonly LiveTurn[] {
  const client = useQueryClient();
  const connected = useConnected();
  useEffect(() => {
    if (!connected) return;
    settleAfterReturn(client, session);
    void bringBackUnsent(session);
    void rejoin(client, session);
  }, [client, session, connected]);
  return useLiveTurns(session);
}
