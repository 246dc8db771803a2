import { traced } from '@tenfold/store';

/** A `fetch` that tells who watches this process whom it asks, and what came of it; its time is that until an answer begins. */
export function tracedFetch(send: typeof fetch, about: { readonly provider: string; readonly model: string }): typeof fetch {
  return (input, init) =>
    traced('upstream', { ...about }, async (told) => {
      const response = await send(input, init);
      told.status = response.status;
      return response;
    });
}
