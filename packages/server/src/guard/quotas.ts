import type { Tenfold } from '@tenfold/session';
import { Refused } from '../problem.ts';

/** How much a person may use; what is not given is not bounded. */
export interface Quotas {
  /** Tokens of models in 24 hours. */
  readonly tokens?: number;
  /** Bytes of what is said in all their conversations. */
  readonly bytes?: number;
}

const DAY_MS = 86_400_000;
/** How long what was counted is believed: counting reads everything. */
const KNOWN_MS = 30_000;
const MAX_KNOWN = 1_000;

/** Refuses whoever has used up what they may. Reading and deleting stay possible. */
export function quotaGuard(
  quotas: Quotas,
  now: () => number = Date.now,
): (tenfold: Pick<Tenfold, 'owner' | 'usage'>) => Promise<void> {
  const known = new Map<string, { readonly at: number; readonly used: Promise<readonly [number, number]> }>();
  const count = async ({ usage }: Pick<Tenfold, 'usage'>) =>
    [
      quotas.tokens === undefined ? 0 : await usage.tokensSince(now() - DAY_MS),
      quotas.bytes === undefined ? 0 : await usage.bytes(),
    ] as const;
  return async (tenfold) => {
    if (quotas.tokens === undefined && quotas.bytes === undefined) return;
    const { owner } = tenfold;
    const last = known.get(owner);
    const { used } = last !== undefined && now() - last.at < KNOWN_MS ? last : { used: count(tenfold) };
    if (used !== last?.used) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(owner, { at: now(), used });
      used.catch(() => known.delete(owner));
    }
    const [tokens, bytes] = await used;
    if (tokens >= (quotas.tokens ?? Infinity))
      throw over('rate-limited', 'tokens', tokens, quotas.tokens ?? 0, 'Go on tomorrow, or ask an administrator.');
    if (bytes >= (quotas.bytes ?? Infinity))
      throw over(
        'store-full',
        'bytes',
        bytes,
        quotas.bytes ?? 0,
        'Delete conversations you no longer need, or ask an administrator.',
      );
  };
}

function over(
  code: 'rate-limited' | 'store-full',
  quota: 'tokens' | 'bytes',
  used: number,
  limit: number,
  todo: string,
): Refused {
  const what = quota === 'tokens' ? `${limit} tokens a day` : `${limit} bytes of conversations`;
  return new Refused(code, `You may use ${what} on this server, and have used ${used}. Nothing was changed.`, {
    todo,
    facts: { quota, used, limit },
  });
}
