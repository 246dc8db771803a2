import type { JsonObject, Price } from '@tenfold/core';
import type { HeldBackKey, Provider } from '../upstream/endpoint.ts';

/** A configured model as it is shown. Its key never is. */
export interface ProfileView {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string | null;
  /** Prices in dollars per million tokens, and who said so; null where nobody knows. */
  readonly price: Price | null;
  readonly priceFrom: 'profile' | 'list' | null;
  readonly supportsPromptCache: boolean;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  /** Watermarks and retention of this profile; absent or -1 inherits. */
  readonly thresholds: ProfileThresholds;
  readonly customPrompt: string | null;
  /** Region, project, API version: what one provider alone needs. Secret ones are sealed with the key and not here. */
  readonly options: Readonly<Record<string, string>>;
  /** Where its key is: stored, in the environment, or nowhere. One that is there and nowhere cannot be read and is to be entered again. */
  readonly hasKey: boolean;
  readonly keyFrom: 'stored' | 'environment' | null;
  /** A key that is there and not sent, because it was given for another host; null where there is none such. */
  readonly keyHeldBack: HeldBackKey | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a profile wishes of its conversations. */
export interface ProfileThresholds {
  readonly soft?: number | 'off' | 'inherit';
  readonly hard?: number | 'inherit';
  readonly retention?: number | 'inherit';
}

/** A profile as it is entered. An absent field of a change stays; a key of null is cleared. */
export interface ProfileWish {
  readonly name?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string | null;
  /** It belongs to the host of the address: when that changes, it must be entered again. */
  readonly key?: string | null;
  /** Lets the key of the environment go to this address, which is not the vendor's own. */
  readonly allowEnvironmentKey?: boolean;
  readonly inputPrice?: number | null;
  readonly outputPrice?: number | null;
  readonly cacheReadsPrice?: number | null;
  readonly cacheWritesPrice?: number | null;
  readonly supportsPromptCache?: boolean | null;
  readonly contextWindow?: number | null;
  readonly maxOutputTokens?: number | null;
  readonly thresholds?: ProfileThresholds | null;
  readonly customPrompt?: string | null;
  readonly options?: Readonly<Record<string, string>>;
  readonly expect?: number;
}

/** What came of trying a profile. */
export interface ProfileTest {
  readonly ok: boolean;
  /** What the model said, or why it could not. */
  readonly message: string;
  readonly milliseconds: number;
  readonly facts: JsonObject;
}

/** Configured models. */
export interface Profiles {
  list(): Promise<readonly ProfileView[]>;
  get(id: string): Promise<ProfileView>;
  add(profile: ProfileWish): Promise<ProfileView>;
  update(id: string, change: ProfileWish): Promise<ProfileView>;
  remove(id: string): Promise<void>;
  /** Asks the model for one word. */
  test(id: string): Promise<ProfileTest>;
}
