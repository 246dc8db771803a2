import { useEffect, useState } from 'react';

/** Whole seconds since a moment, as they pass; they stand still when it is over. */
export function useSeconds(since: number, running = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(0, Math.round((now - since) / 1_000));
}
