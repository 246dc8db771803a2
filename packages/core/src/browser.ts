import { installRanks } from './count/tables.ts';
import { CounterUnavailable } from './count/unavailable.ts';

/** What `loadCounter` needs of the platform: the browser's own `fetch` fits. */
export type Fetch = (url: string) => Promise<{ ok: boolean; status: number; arrayBuffer(): Promise<ArrayBuffer> }>;

/** Fetches the counter's table (`@tenfold/core/o200k.bin`, served by the host) and installs it; rejects with `CounterUnavailable`. */
export async function loadCounter(
  url: string,
  fetch: Fetch | undefined = (globalThis as { fetch?: Fetch }).fetch,
): Promise<void> {
  let bytes: ArrayBuffer;
  try {
    if (fetch === undefined) throw new Error('there is no fetch here');
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw new CounterUnavailable(
      'missing',
      `the token table could not be fetched from ${url}. Check the address and try again.`,
      cause,
    );
  }
  installRanks(new Uint8Array(bytes));
}
