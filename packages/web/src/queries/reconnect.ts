import { useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { useEffect, useRef } from 'react';
import { call } from '../api/client.ts';
import { connection } from '../state/connection.ts';

const ASK_AGAIN_MS = 3_000;

/** While the server is away, asks now and then whether it is back; then fetches again what had failed. */
export function useReconnect(): void {
  const client = useQueryClient();
  const connected = connection.use();
  const wasDown = useRef(false);
  useEffect(() => {
    if (connected) {
      if (wasDown.current) void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      wasDown.current = false;
      return;
    }
    wasDown.current = true;
    const timer = setInterval(() => void call(api.settings.get, {}).catch(() => {}), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, connected]);
}
