import { accountingOf, type Usage } from '@tenfold/core';
import type { LanguageModelUsage } from 'ai';

/** Tokens a call was billed, the way its provider counts cached ones: the SDK always counts them within the input. */
export function usageOf(usage: LanguageModelUsage, provider: string): Usage | null {
  const { inputTokens, outputTokens, inputTokenDetails } = usage;
  if (inputTokens === undefined && outputTokens === undefined) return null;
  const apart = accountingOf(provider) === 'cached-apart';
  const { noCacheTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = inputTokenDetails ?? {};
  const total = inputTokens ?? 0;
  return {
    input: apart ? (noCacheTokens ?? Math.max(0, total - cacheReadTokens - cacheWriteTokens)) : total,
    output: outputTokens ?? 0,
    ...(cacheReadTokens === 0 ? {} : { cacheRead: cacheReadTokens }),
    ...(cacheWriteTokens === 0 ? {} : { cacheWrite: cacheWriteTokens }),
  };
}
