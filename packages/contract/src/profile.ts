import * as z from 'zod';
import { count, id, jsonObject, named, namedObject, time, title } from './json.ts';

/** Providers a profile may name. */
export const Provider = z.enum([
  'openai',
  'anthropic',
  'google',
  'azure',
  'bedrock',
  'vertex',
  'openrouter',
  'openai-compatible',
]);
export type Provider = z.infer<typeof Provider>;

/** Dollars per million tokens. */
export const Price = namedObject('Price', {
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().exactOptional(),
  cacheWrite: z.number().exactOptional(),
});
export type Price = z.infer<typeof Price>;

/** Watermarks, retention and length of an answer as a profile sets them. */
export const ProfileThresholds = z.object({
  soft: z.union([z.number(), z.enum(['off', 'inherit'])]).exactOptional(),
  hard: z.union([z.number(), z.literal('inherit')]).exactOptional(),
  retention: z.union([z.number(), z.literal('inherit')]).exactOptional(),
  answerTokens: z.union([z.number(), z.literal('inherit')]).exactOptional(),
});
export type ProfileThresholds = z.infer<typeof ProfileThresholds>;

/** A configured model. Its key is never shown. */
export const Profile = namedObject('Profile', {
  id,
  /** It is everybody's, and administrators alone change it. */
  shared: z.boolean(),
  name: z.string(),
  provider: Provider,
  model: z.string(),
  baseUrl: z.string().nullable(),
  price: Price.nullable(),
  priceFrom: z.enum(['profile', 'list']).nullable(),
  supportsPromptCache: z.boolean(),
  contextWindow: count,
  maxOutputTokens: count,
  thresholds: ProfileThresholds,
  customPrompt: z.string().nullable(),
  options: z.record(z.string(), z.string()).readonly(),
  hasKey: z.boolean(),
  keyFrom: z.enum(['stored', 'environment']).nullable(),
  keyHeldBack: z.object({ from: z.enum(['stored', 'environment']), holder: z.string() }).nullable(),
  version: count,
  createdAt: time,
  updatedAt: time,
});
export type Profile = z.infer<typeof Profile>;

const price = z.number().min(0).nullable().exactOptional();

/** A profile as it is entered. */
export const ProfileWish = named(
  'ProfileWish',
  z.strictObject({
    shared: z.boolean().exactOptional(),
    name: title.exactOptional(),
    provider: Provider.exactOptional(),
    model: id.exactOptional(),
    baseUrl: z.string().max(2_000).nullable().exactOptional(),
    key: z.string().min(1).max(10_000).nullable().exactOptional(),
    allowEnvironmentKey: z.boolean().exactOptional(),
    inputPrice: price,
    outputPrice: price,
    cacheReadsPrice: price,
    cacheWritesPrice: price,
    supportsPromptCache: z.boolean().nullable().exactOptional(),
    contextWindow: count.nullable().exactOptional(),
    maxOutputTokens: count.nullable().exactOptional(),
    thresholds: ProfileThresholds.strict().nullable().exactOptional(),
    customPrompt: z.string().nullable().exactOptional(),
    options: z.record(z.string(), z.string()).exactOptional(),
    expect: count.exactOptional(),
  }),
);
export type ProfileWish = z.infer<typeof ProfileWish>;

/** What came of trying a profile. */
export const ProfileTest = namedObject('ProfileTest', {
  ok: z.boolean(),
  message: z.string(),
  milliseconds: z.number(),
  facts: jsonObject,
});
export type ProfileTest = z.infer<typeof ProfileTest>;

/** What can be connected at once: a provider whose key is in the environment, or a server on this machine. */
export const Connectable = namedObject('Connectable', {
  provider: Provider,
  name: z.string(),
  baseUrl: z.string().nullable(),
  /** The variable its key was found in. */
  keyIn: z.string().nullable(),
  models: z.array(z.string()).readonly(),
});
export type Connectable = z.infer<typeof Connectable>;

/** The models of a provider, or why it does not list them. */
export const ListedModels = namedObject('ListedModels', {
  models: z.array(z.string()).readonly(),
  problem: z.string().nullable(),
});
export type ListedModels = z.infer<typeof ListedModels>;
