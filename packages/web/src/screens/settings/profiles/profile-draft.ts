import type { Price, Profile, ProfileWish, Provider } from '@tenfold/contract';
import { levelValue, THRESHOLDS } from '../thresholds/level-value.ts';

/** A profile as it is typed. Null prices are the list's, a null window is the model's, options are `name = value`, a line each. */
export type ProfileDraft = ReturnType<typeof draftOf>;

/** The form of a profile that is there, or of a new one. The key is never in it. */
export function draftOf(profile: Profile | null) {
  const price: Partial<Price> = profile?.priceFrom === 'profile' ? (profile.price ?? {}) : {};
  const { soft, hard, retention, answerTokens } = profile?.thresholds ?? {};
  return {
    shared: profile?.shared ?? false,
    name: profile?.name ?? '',
    provider: profile?.provider ?? ('openai' satisfies Provider as Provider),
    model: profile?.model ?? '',
    baseUrl: profile?.baseUrl ?? '',
    /** Written only: empty leaves the stored key as it is. */
    key: '',
    /** Lets the environment's key go to a host that is not the vendor's. */
    allowEnvironmentKey: false,
    inputPrice: price.input ?? null,
    outputPrice: price.output ?? null,
    cacheReadsPrice: price.cacheRead ?? null,
    cacheWritesPrice: price.cacheWrite ?? null,
    supportsPromptCache: 'auto' as 'auto' | 'yes' | 'no',
    contextWindow: profile?.contextWindow ?? null,
    maxOutputTokens: profile?.maxOutputTokens ?? null,
    soft: levelValue(soft),
    hard: levelValue(hard),
    retention: levelValue(retention),
    answerTokens: levelValue(answerTokens),
    options: optionLines(profile?.options ?? {}),
  };
}

/** True where a stored key would have to go to another host than the one it was entered for. */
export function needsKeyAgain(draft: Pick<ProfileDraft, 'provider' | 'baseUrl'>, profile: Profile | null): boolean {
  if (profile === null || (profile.keyFrom !== 'stored' && profile.keyHeldBack?.from !== 'stored')) return false;
  const before = { provider: profile.provider, baseUrl: profile.baseUrl ?? '' };
  return profile.keyHeldBack !== null ? originOf(draft) !== profile.keyHeldBack.holder : originOf(draft) !== originOf(before);
}

/** The origin of an address; the provider itself where it has none of its own. */
function originOf({ provider, baseUrl }: Pick<ProfileDraft, 'provider' | 'baseUrl'>): string {
  const url = baseUrl.trim();
  return URL.canParse(url) ? new URL(url).origin : url === '' ? provider : url;
}

/** What the server is asked for: only what differs from what was shown, so that what is inherited stays inherited. */
export function wishOf(draft: ProfileDraft, before: ProfileDraft): ProfileWish {
  const { soft, hard, retention, answerTokens, options, key, baseUrl, supportsPromptCache, ...rest } = draft;
  const differs = (...names: (keyof ProfileDraft)[]) => names.some((name) => draft[name] !== before[name]);
  const plain = Object.fromEntries(Object.entries(rest).filter(([name]) => differs(name as keyof ProfileDraft))) as Partial<
    typeof rest
  >;
  return {
    ...plain,
    ...(differs('baseUrl') ? { baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim() } : {}),
    ...(key.trim() === '' ? {} : { key: key.trim() }),
    ...(differs('supportsPromptCache')
      ? { supportsPromptCache: supportsPromptCache === 'auto' ? null : supportsPromptCache === 'yes' }
      : {}),
    ...(differs(...THRESHOLDS)
      ? { thresholds: { soft, hard, retention, answerTokens } as NonNullable<ProfileWish['thresholds']> }
      : {}),
    ...(differs('options') ? { options: optionsOf(options) } : {}),
  };
}

/** `name = value` lines as an object; lines without a sign or a name are passed over. */
export function optionsOf(lines: string): Record<string, string> {
  const found = lines.split('\n').flatMap((line): [string, string][] => {
    const sign = line.indexOf('=');
    const name = line.slice(0, Math.max(0, sign)).trim();
    return name === '' ? [] : [[name, line.slice(sign + 1).trim()]];
  });
  return Object.fromEntries(found);
}

function optionLines(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}
