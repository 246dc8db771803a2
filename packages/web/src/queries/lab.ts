import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { LabColumn } from '../api/contract.ts';

/** What to try side by side. */
export interface LabRequest {
  readonly strategies?: readonly string[];
  readonly presets?: readonly string[];
  /** True pays for the columns that need a model; otherwise they are estimated. */
  readonly run?: boolean;
  readonly target?: number;
}

/** Tries strategies and presets on a session; nothing is changed. */
export function useLab(session: string) {
  return useMutation({
    mutationFn: async (request: LabRequest) =>
      (await call<{ columns: LabColumn[] }>('POST', `/api/sessions/${session}/lab`, request)).columns,
  });
}
