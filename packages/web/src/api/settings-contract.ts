import type { Json, JsonObject } from '@tenfold/core';

/** Dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** Providers a profile may name. */
export type Provider = 'openai' | 'anthropic' | 'google' | 'azure' | 'bedrock' | 'vertex' | 'openrouter' | 'openai-compatible';

/** Watermarks and retention as a profile sets them. */
export interface ProfileThresholds {
  readonly soft?: number | 'off' | 'inherit';
  readonly hard?: number | 'inherit';
  readonly retention?: number | 'inherit';
}

/** A configured model. Its key goes in and never comes out. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string | null;
  readonly price: Price | null;
  readonly priceFrom: 'profile' | 'list' | null;
  readonly supportsPromptCache: boolean;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly thresholds: ProfileThresholds;
  readonly customPrompt: string | null;
  readonly options: Readonly<Record<string, string>>;
  readonly hasKey: boolean;
  readonly keyFrom: 'stored' | 'environment' | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A profile as it is entered; what is absent stays. */
export interface ProfileWish {
  readonly name?: string;
  readonly provider?: Provider;
  readonly model?: string;
  readonly baseUrl?: string | null;
  readonly key?: string | null;
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
  readonly message: string;
  readonly milliseconds: number;
  readonly facts: JsonObject;
}

/** Limits of a model. An id is `provider:model`. */
export interface ModelLimits {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly contextWindow: number;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number;
  readonly threshold: number;
  readonly retentionTokens: number;
  readonly source: 'api' | 'manual' | 'default';
  readonly updatedAt: number;
  readonly version: number;
  readonly factor: number | null;
  readonly samples: number;
  readonly price: Price | null;
}

/** Limits as they are entered. */
export interface ModelWish {
  readonly contextWindow?: number;
  readonly maxInputTokens?: number | null;
  readonly maxOutputTokens?: number;
  readonly threshold?: number;
  readonly retentionTokens?: number;
  readonly expect?: number;
}

/** A saved way to condense. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly strategy: string;
  readonly config: JsonObject;
  readonly builtIn: boolean;
  readonly version: number;
}

/** A preset as it is entered. */
export interface PresetWish {
  readonly name?: string;
  readonly description?: string;
  readonly strategy?: string;
  readonly config?: JsonObject;
  readonly expect?: number;
}

/** A project; its chats live and die with it. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly strategy: string | null;
  readonly sessions: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A setting in force and where it comes from. */
export interface EffectiveValue {
  readonly key: string;
  readonly value: Json;
  readonly from: 'session' | 'profile' | 'model' | 'project' | 'global' | 'default';
  readonly title: string;
  readonly description: string;
}

/** Settings in force. */
export interface Effective {
  readonly values: readonly EffectiveValue[];
  readonly warnings: readonly string[];
}

/** Settings for everyone, and what is in force. */
export interface GlobalSettings extends Effective {
  readonly settings: Readonly<Record<string, { readonly value: Json; readonly version: number; readonly updatedAt: number }>>;
}

/** What a settings file would change. */
export interface SettingsDiff {
  readonly added: readonly string[];
  readonly changed: readonly { readonly what: string; readonly from: Json; readonly to: Json }[];
  readonly unchanged: number;
}

/** What a session is about, for others to take in. */
export interface Memory {
  readonly id: string;
  readonly sessionId: string;
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
  readonly createdAt: number;
}

/** What some runs came to. Money is net: summariser and cache rewrite taken off. */
export interface RunTotals {
  readonly folds: number;
  readonly tokensSaved: number;
  readonly cost: number;
  readonly saved: number;
  readonly averageSeconds: number;
  readonly averageReduction: number;
}

/** What folding came to lately. */
export interface MetricsSummary extends RunTotals {
  readonly days: readonly (RunTotals & { readonly day: string; readonly failures: number })[];
  readonly strategies: readonly (RunTotals & { readonly strategy: string })[];
  readonly byStrategy: Readonly<Record<string, number>>;
  readonly byTrigger: Readonly<Record<string, number>>;
  readonly p95Seconds: number;
  readonly failures: number;
  readonly ratings: { readonly count: number; readonly average: number | null };
  readonly checkpoints: number;
  readonly storageBytes: number;
}

/** Something that was decided when the server was started. */
export interface StartupValue {
  readonly key: 'home' | 'host' | 'port' | 'token' | 'secret';
  readonly title: string;
  readonly description: string;
  readonly value: string;
  readonly from: 'flag' | 'environment' | 'default';
  readonly flag: string | null;
  readonly variable: string;
}
