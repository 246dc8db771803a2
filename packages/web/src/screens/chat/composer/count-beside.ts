import type { ContextStatus } from '@tenfold/contract';
import { modelName } from '../../../ui/names.ts';
import type { CountAnswer, CountRequest } from './counter.worker.ts';

let worker: Worker | undefined;
let last = 0;

/** The model a text is counted for; null where the count is exact as it is. */
export function countedAs({ exact, model }: ContextStatus): string | null {
  return exact ? null : modelName(model);
}

/** Counts texts beside the page, and hands them on unless it was aborted. */
export function count(
  request: Omit<CountRequest, 'id'>,
  signal: AbortSignal,
  onCounted: (tokens: readonly number[]) => void,
): void {
  worker ??= new Worker(new URL('./counter.worker.ts', import.meta.url), { type: 'module' });
  const id = ++last;
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<CountAnswer>) => {
      if (data.id === id && data.tokens !== null) onCounted(data.tokens);
    },
    { signal },
  );
  worker.postMessage({ ...request, id });
}
