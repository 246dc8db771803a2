import type { ProfileWish as CheckedWish, ProfileThresholds } from '@tenfold/contract';
import {
  asJson,
  countText,
  formatCount,
  type JsonObject,
  lengthProblem,
  MAX_NAME,
  type Price,
  promptProblem,
} from '@tenfold/core';
import { invalidRequest } from '../session-error.ts';
import { PROVIDERS } from '../upstream/endpoint.ts';
import { baseUrlProblem } from '../upstream/endpoint-address.ts';
import { optionProblems, shownOptions } from '../upstream/provider-keys.ts';
import type { ProfileConfig } from './profile-access.ts';
import { settingProblem } from './setting-problem.ts';

/** A profile as it is entered; its provider is checked with the rest. */
export type ProfileWish = Omit<CheckedWish, 'provider'> & { readonly provider?: string };
/** What a profile's row gets. */
export interface ProfileFields {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string | null;
  readonly config: JsonObject;
}

type Problem = { readonly field: string; readonly message: string };

/** Fields that were said. */
export function definedOnly<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** A wish as the row it makes on top of a config; refuses all of it when anything is not right. */
export function checkedWish(wish: ProfileWish & { baseUrl?: string | null }, before: ProfileConfig): ProfileFields {
  const config = configOf(wish, before);
  const problems = [
    ...needText('name', wish.name),
    ...needText('model', wish.model),
    ...((PROVIDERS as readonly string[]).includes(wish.provider ?? '')
      ? []
      : [{ field: 'provider', message: `This must be one of ${PROVIDERS.join(', ')}.` }]),
    ...addressProblems(wish),
    ...priceProblems(wish, config.price),
    ...countProblems(config),
    ...thresholdProblems(config.thresholds ?? {}),
    ...promptProblems(config.customPrompt),
    ...optionProblems(wish.provider ?? '', wish.options ?? {}),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    name: (wish.name as string).trim(),
    provider: wish.provider as string,
    model: (wish.model as string).trim(),
    baseUrl: wish.baseUrl ?? null,
    config: asJson(config),
  };
}

function needText(field: string, value: string | undefined): Problem[] {
  const isText = typeof value === 'string' && value.trim() !== '';
  const message = isText ? lengthProblem(value, MAX_NAME) : 'This must not be empty.';
  return message === null ? [] : [{ field, message }];
}

function addressProblems({ baseUrl, provider }: ProfileWish): Problem[] {
  if (baseUrl === undefined || baseUrl === null)
    return provider === 'openai-compatible'
      ? [{ field: 'baseUrl', message: 'An OpenAI-compatible server needs its address.' }]
      : [];
  const message = baseUrlProblem(baseUrl);
  return message === null ? [] : [{ field: 'baseUrl', message }];
}

/** Null clears a field, undefined leaves it. */
function configOf(wish: ProfileWish, before: ProfileConfig): ProfileConfig {
  const kept = <T>(said: T | null | undefined, was: T | undefined): T | undefined =>
    said === undefined ? was : (said ?? undefined);
  const shown = (options: ProfileConfig['options']) => options && shownOptions(wish.provider ?? '', options);
  return definedOnly({
    price: priceOf(wish, before.price),
    supportsPromptCache: kept(wish.supportsPromptCache, before.supportsPromptCache),
    contextWindow: kept(wish.contextWindow, before.contextWindow),
    maxOutputTokens: kept(wish.maxOutputTokens, before.maxOutputTokens),
    thresholds: kept(wish.thresholds, before.thresholds),
    customPrompt: kept(wish.customPrompt, before.customPrompt),
    options: shown(kept(wish.options, before.options)),
  }) as ProfileConfig;
}

function priceOf(wish: ProfileWish, before: Price | undefined): Price | undefined {
  const input = wish.inputPrice === undefined ? before?.input : wish.inputPrice;
  const output = wish.outputPrice === undefined ? before?.output : wish.outputPrice;
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return definedOnly({
    input,
    output,
    cacheRead: wish.cacheReadsPrice === undefined ? before?.cacheRead : (wish.cacheReadsPrice ?? undefined),
    cacheWrite: wish.cacheWritesPrice === undefined ? before?.cacheWrite : (wish.cacheWritesPrice ?? undefined),
  }) as Price;
}

function priceProblems(wish: ProfileWish, price: Price | undefined): Problem[] {
  const half = price === undefined && (typeof wish.inputPrice === 'number') !== (typeof wish.outputPrice === 'number');
  const wrong = Object.entries(price ?? {}).filter(([, dollars]) => !(dollars >= 0 && dollars < 100_000));
  return [
    ...(half ? [{ field: 'inputPrice', message: 'Give the price of input and of output, or neither.' }] : []),
    ...wrong.map(([name]) => ({ field: `${name}Price`, message: 'This must be dollars per million tokens, 0 or more.' })),
  ];
}

function countProblems({ contextWindow, maxOutputTokens }: ProfileConfig): Problem[] {
  const whole = (field: string, value: number | undefined, least: number) =>
    value === undefined || (Number.isInteger(value) && value >= least)
      ? []
      : [{ field, message: `This must be a whole number, ${formatCount(least)} or more.` }];
  return [...whole('contextWindow', contextWindow, 1_024), ...whole('maxOutputTokens', maxOutputTokens, 1)];
}

function thresholdProblems(thresholds: ProfileThresholds): Problem[] {
  return Object.entries(thresholds).flatMap(([name, value]) => {
    const isThreshold = name === 'soft' || name === 'hard' || name === 'retention' || name === 'answerTokens';
    const message = isThreshold ? settingProblem(name, value) : 'There is no such threshold.';
    return message === null ? [] : [{ field: `thresholds.${name}`, message }];
  });
}

function promptProblems(prompt: string | undefined): Problem[] {
  const message = prompt === undefined ? null : promptProblem(prompt, countText);
  return message === null ? [] : [{ field: 'customPrompt', message }];
}
