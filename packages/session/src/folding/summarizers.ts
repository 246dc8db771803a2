import { EMBEDDED_WINDOW, FAST_PROFILE } from '@tenfold/core';
import type { Store } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import type { Choices, Chooser } from '../settings/choices.ts';
import { limitsOf } from '../settings/model-limits.ts';
import { type ReadyProfile, siblingOf } from '../settings/ready-profile.ts';
import type { Provider } from '../upstream/endpoint.ts';

/** A model that can write summaries. */
export interface Summarizer {
  readonly profile: ReadyProfile;
  /** Tokens its window takes for instructions and material. */
  readonly room: number;
  readonly maxOutput: number;
  readonly window: number;
}

/** The provider's model for summaries, and its small, quick one. */
const MODELS: Readonly<Partial<Record<Provider, readonly [quality: string, fast: string]>>> = {
  anthropic: ['claude-sonnet-4-5', 'claude-haiku-4-5'],
  openai: ['gpt-4o', 'gpt-4o-mini'],
  google: ['gemini-2.5-pro', 'gemini-2.5-flash'],
};

/** Share of a window that is kept for the answer and for counts that are off. */
const USABLE = 0.8;

/**
 * Who is asked, in order: the profile that is named, else the condensing profile, else the provider's own choice; then the
 * conversation's profile. Nobody where there is no profile at all.
 */
export async function summarizersFor(
  deps: Pick<Dependencies, 'store' | 'log' | 'now'>,
  chooser: Chooser,
  choices: Choices,
  { fast, named }: { fast: boolean; named?: string | undefined },
): Promise<readonly Summarizer[]> {
  const quick = fast || named === FAST_PROFILE;
  const wanted = named !== undefined && named !== FAST_PROFILE ? named : quick ? null : choices.value('condensingProfile');
  const first = wanted === null ? providersChoice(choices.profile, quick) : await configured(deps, chooser, wanted);
  const order = [first, choices.profile].filter((profile) => profile !== null);
  const distinct = order.filter((profile, index) => order.findIndex((other) => sameModel(other, profile)) === index);
  return Promise.all(distinct.map((profile) => summarizerOf(deps.store, profile, deps.now())));
}

function providersChoice(profile: ReadyProfile | null, fast: boolean): ReadyProfile | null {
  const models = profile === null ? undefined : MODELS[profile.endpoint.provider];
  return profile === null || models === undefined ? null : siblingOf(profile, models[fast ? 1 : 0]);
}

/** A profile that is gone or cannot be opened gives way to the next. */
async function configured({ log }: Pick<Dependencies, 'log'>, chooser: Chooser, id: string): Promise<ReadyProfile | null> {
  try {
    return await chooser.profile(id);
  } catch (error) {
    log.warn('summarizer-missing', { profile: id, reason: reasonOf(error) });
    return null;
  }
}

function sameModel(a: ReadyProfile, b: ReadyProfile): boolean {
  return a.modelId === b.modelId && a.endpoint.baseUrl === b.endpoint.baseUrl && a.endpoint.key === b.endpoint.key;
}

/** A profile's model as one that writes summaries. */
export async function summarizerOf(store: Store, profile: ReadyProfile, at: number): Promise<Summarizer> {
  const limits = await limitsOf(store, profile.modelId, at);
  const window = profile.config.contextWindow ?? limits.contextWindow;
  const maxOutput = profile.config.maxOutputTokens ?? limits.maxOutputTokens;
  return {
    profile,
    window,
    maxOutput,
    room: Math.max(1_000, Math.floor(window * USABLE) - Math.min(maxOutput, Math.floor(window / 4))),
  };
}

/** Tokens that the smallest window of those who may be asked takes. */
export function askRoomOf(summarizers: readonly Summarizer[]): number {
  return summarizers.reduce((least, { room }) => Math.min(least, room), EMBEDDED_WINDOW);
}
