import type { DetectedLimits, NewModelConfig } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { detectedLimits } from '../upstream/detected-limits.ts';
import { builtInLimits } from './model-limits.ts';
import type { ReadyProfile } from './ready-profile.ts';

/** Asks the provider how large a model's window is unless it has said so; limits that were set by hand stay in force. */
export async function detectLimits(
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  profile: ReadyProfile,
  send: typeof fetch,
): Promise<void> {
  const known = await store.models.get(profile.modelId);
  // A host the key is not for is not even asked.
  if ((known !== null && known.detected !== null) || profile.endpoint.heldBack !== undefined) return;
  const found = await detectedLimits(profile.endpoint, send);
  if (found === undefined) await store.models.seed([builtInLimits(profile.modelId)], now());
  else if (known?.source === 'manual') await store.models.put({ ...known, detected: found, at: now() });
  else await store.models.put({ ...limitsBy(profile.modelId, found), at: now() });
}

/** How long a provider that did not say is left alone. */
const AGAIN_MS = 10 * 60_000;

/** Asks for limits that no lookup has brought yet, beside an answer that did come, and again after a while where that brought none either. */
export function limitsLearner(
  deps: Pick<Dependencies, 'store' | 'log' | 'now' | 'monotonic'>,
  send: typeof fetch,
  asked: Map<string, number>,
): (profile: ReadyProfile) => void {
  return (profile) => {
    const now = deps.monotonic();
    const name = `${deps.store.owner}\n${profile.modelId}`;
    if (now < (asked.get(name) ?? 0)) return;
    asked.set(name, now + AGAIN_MS);
    detectLimits(deps, profile, send).catch((error: unknown) =>
      deps.log.warn('limits-not-learnt', { model: profile.modelId, reason: reasonOf(error) }),
    );
  };
}

/** Limits of a model nobody set by hand: what the provider says of it, else what is built in. */
export function limitsBy(id: string, detected: DetectedLimits | null): NewModelConfig {
  const builtIn = builtInLimits(id);
  return detected === null ? builtIn : { ...builtIn, maxInputTokens: null, ...detected, source: 'api', detected };
}
