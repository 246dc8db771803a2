import { useMutation } from '@tanstack/react-query';
import { api, type LabRequest } from '@tenfold/contract';
import { call } from '../api/client.ts';

/** Tries strategies and presets on a session; nothing is changed. */
export function useLab(session: string) {
  return useMutation({
    mutationFn: async (request: LabRequest) => (await call(api.lab.compare, { session, body: request })).columns,
  });
}
