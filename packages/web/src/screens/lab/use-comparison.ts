import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type LabColumn, type LabRequest } from '@tenfold/contract';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { columnKey, merged } from './lab-figures.ts';

/** Every way to condense a session, tried at once where that is free and estimated where it is not. */
export function useComparison(session: string, target: number | undefined) {
  const queryKey = [...keys.lab(session), target];
  const client = useQueryClient();
  const { mutateAsync } = useLab(session);
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    queryKey,
    enabled: target !== undefined,
    queryFn: async () => (await call(api.lab.compare, { session, body: target === undefined ? {} : { target } })).columns,
    staleTime: 60_000,
  });
  const put = (fresh: readonly LabColumn[]) => client.setQueryData<LabColumn[]>(queryKey, (before = []) => merged(before, fresh));
  /** Runs one column; a failure stands in that column and leaves the others alone. */
  const run = async (column: LabColumn) => {
    const key = columnKey(column);
    setRunning((before) => new Set(before).add(key));
    const which = column.kind === 'strategy' ? { strategies: [column.id] } : { presets: [column.id] };
    try {
      put(await mutateAsync({ ...which, run: true, ...(target === undefined ? {} : { target }) }));
    } catch (error) {
      put([{ ...column, error: error instanceof Error ? error.message : String(error) }]);
    }
    setRunning((before) => new Set([...before].filter((one) => one !== key)));
  };
  return { ...query, running, run };
}

/** Tries strategies and presets on a session; nothing is changed. */
function useLab(session: string) {
  return useMutation({
    mutationFn: async (request: LabRequest) => (await call(api.lab.compare, { session, body: request })).columns,
  });
}
