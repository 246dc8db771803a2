import type { ProfileTest } from '@tenfold/contract';
import { generateText } from 'ai';
import type { Dependencies } from '../dependencies.ts';
import { failureOf } from '../upstream/failure.ts';
import { upstreamFor } from '../upstream/upstream.ts';
import type { ReadyProfile } from './ready-profile.ts';

const PATIENCE_MS = 20_000;

/** Asks a profile's model for one word and says what came of it. */
export async function tryProfile({ monotonic }: Dependencies, profile: ReadyProfile, send: typeof fetch): Promise<ProfileTest> {
  const started = monotonic();
  const took = () => Math.round(monotonic() - started);
  try {
    const { text, usage } = await generateText({
      model: await upstreamFor(profile.endpoint, send),
      prompt: 'Answer with the single word: ready',
      maxOutputTokens: 64,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(PATIENCE_MS),
    });
    const facts = { inputTokens: usage.inputTokens ?? null, outputTokens: usage.outputTokens ?? null };
    return { ok: true, message: text.trim() || 'The model answered without words.', milliseconds: took(), facts };
  } catch (error) {
    const { kind, message, status } = failureOf(error);
    return { ok: false, message, milliseconds: took(), facts: { kind, status: status ?? null } };
  }
}
