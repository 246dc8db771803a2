import type { ContextStatus } from '@tenfold/contract';
import { modelName } from '../../../ui/names.ts';
import type { CountAnswer, CountRequest } from './counter.worker.ts';

let worker: Worker | undefined;
let line: Promise<unknown> = Promise.resolve();

/** The model a text is counted for; null where the count is exact as it is. */
export function countedAs({ exact, model }: ContextStatus): string | null {
  return exact ? null : modelName(model);
}

/** Counts texts beside the page, one request after the other, and hands them on. What is aborted before its turn is not counted. */
export function count(request: CountRequest, signal: AbortSignal, onCounted: (tokens: readonly number[]) => void): void {
  line = line.then(async () => {
    const tokens = signal.aborted ? null : await answerTo(request);
    if (tokens !== null && !signal.aborted) onCounted(tokens);
  });
}

function answerTo(request: CountRequest): Promise<CountAnswer> {
  worker ??= new Worker(new URL('./counter.worker.ts', import.meta.url), { type: 'module' });
  const counter = worker;
  return new Promise((resolve) => {
    counter.onmessage = ({ data }: MessageEvent<CountAnswer>) => resolve(data);
    counter.onerror = () => {
      worker = undefined;
      resolve(null);
    };
    counter.postMessage(request);
  });
}
