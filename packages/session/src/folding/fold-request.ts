import type { CondenseRequest } from '@tenfold/contract';

/** How a fold is asked for by hand. */
export type FoldRequest = Omit<CondenseRequest, 'dryRun' | 'config'> & { readonly config?: object; readonly actor?: string };
