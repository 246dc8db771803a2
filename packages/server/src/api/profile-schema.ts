import { PROVIDERS } from '@tenfold/session';
import * as z from 'zod';
import { count, id, jsonObject, named, time, title } from '../json.ts';

/** Dollars per million tokens. */
export const priceSchema = named(
  'Price',
  z.object({
    input: z.number(),
    output: z.number(),
    cacheRead: z.number().optional(),
    cacheWrite: z.number().optional(),
  }),
);

const thresholds = z.object({
  soft: z.union([z.number(), z.enum(['off', 'inherit'])]).optional(),
  hard: z.union([z.number(), z.literal('inherit')]).optional(),
  retention: z.union([z.number(), z.literal('inherit')]).optional(),
});

/** A configured model. Its key is never shown. */
export const profileSchema = named(
  'Profile',
  z.object({
    id,
    name: z.string(),
    provider: z.enum(PROVIDERS),
    model: z.string(),
    baseUrl: z.string().nullable(),
    price: priceSchema.nullable(),
    priceFrom: z.enum(['profile', 'list']).nullable(),
    supportsPromptCache: z.boolean(),
    contextWindow: count,
    maxOutputTokens: count,
    thresholds,
    customPrompt: z.string().nullable(),
    options: z.record(z.string(), z.string()).readonly(),
    hasKey: z.boolean(),
    keyFrom: z.enum(['stored', 'environment']).nullable(),
    version: count,
    createdAt: time,
    updatedAt: time,
  }),
);

const price = z.number().min(0).nullable().optional();

/** A profile as it is entered. */
export const profileWishSchema = named(
  'ProfileWish',
  z.strictObject({
    name: title.optional(),
    provider: z.enum(PROVIDERS).optional(),
    model: id.optional(),
    baseUrl: z.string().max(2_000).nullable().optional(),
    key: z.string().min(1).max(10_000).nullable().optional(),
    inputPrice: price,
    outputPrice: price,
    cacheReadsPrice: price,
    cacheWritesPrice: price,
    supportsPromptCache: z.boolean().nullable().optional(),
    contextWindow: count.nullable().optional(),
    maxOutputTokens: count.nullable().optional(),
    thresholds: thresholds.strict().nullable().optional(),
    customPrompt: z.string().nullable().optional(),
    options: z.record(z.string(), z.string()).optional(),
    expect: count.optional(),
  }),
);

/** What came of trying a profile. */
export const profileTestSchema = named(
  'ProfileTest',
  z.object({ ok: z.boolean(), message: z.string(), milliseconds: z.number(), facts: jsonObject }),
);
