import type { Store, Usage } from '@tenfold/store';
import type { LanguageModelUsage } from 'ai';
import { type Log, reasonOf } from './log.ts';

/** What somebody has used, and where it is told what is used now. */
export interface Meter extends Omit<Usage, 'spend'> {
  /** Counts tokens that a model was sent, cached ones among them, and gave. */
  spend(call: Partial<Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>>): void;
  /** Writes what was counted and not written yet. */
  close(): Promise<void>;
}

/** How long what was counted waits to be written: a statement less for every call, and what a killed process forgets. */
const WRITE_MS = 10_000;

/** More tokens than any call has. */
const MOST_TOKENS = 1_000_000_000;

/** What a server says it bills; nothing where that holds anything but numbers of tokens, as that of some servers does. */
export function soundUsage(usage: LanguageModelUsage): LanguageModelUsage {
  const { inputTokens, outputTokens, inputTokenDetails } = usage;
  for (const figure of [inputTokens, outputTokens, ...Object.values(inputTokenDetails ?? {})]) {
    if (figure === undefined || (Number.isInteger(figure) && figure >= 0 && figure <= MOST_TOKENS)) continue;
    const nothing = { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined };
    return { ...usage, inputTokens: undefined, outputTokens: undefined, inputTokenDetails: nothing };
  }
  return usage;
}

/** The meter of an owner. */
export function createMeter({ usage }: Pick<Store, 'usage'>, now: () => number, log: Log): Meter {
  let unwritten = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const tokens = unwritten;
    if (tokens === 0) return;
    try {
      await usage.spend(tokens, now());
      unwritten -= tokens;
    } catch (error) {
      log.warn('usage-not-written', { tokens, reason: reasonOf(error) });
      timer ??= setTimeout(begin, WRITE_MS).unref();
    }
  };
  const begin = () => {
    writing = write();
  };
  return {
    ...usage,
    spend({ inputTokens = 0, outputTokens = 0 }) {
      const tokens = inputTokens + outputTokens;
      if (tokens === 0) return;
      unwritten += tokens;
      timer ??= setTimeout(begin, WRITE_MS).unref();
    },
    tokensSince: async (at) => (await usage.tokensSince(at)) + unwritten,
    async close() {
      await writing;
      await write();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
