import type { PromptAnswer, PromptRequest } from './prompt.worker.ts';

type Wish = PromptRequest extends infer Request ? (Request extends PromptRequest ? Omit<Request, 'id'> : never) : never;

let worker: Worker | undefined;
let last = 0;

/** Has a prompt checked or shown beside the page, so that typing never waits. */
export function askWorker(wish: Wish): Promise<PromptAnswer> {
  worker ??= new Worker(new URL('./prompt.worker.ts', import.meta.url), { type: 'module' });
  const id = ++last;
  const busy = worker;
  return new Promise((resolve) => {
    const receive = ({ data }: MessageEvent<PromptAnswer>) => {
      if (data.id !== id) return;
      busy.removeEventListener('message', receive);
      resolve(data);
    };
    busy.addEventListener('message', receive);
    busy.postMessage({ ...wish, id });
  });
}
