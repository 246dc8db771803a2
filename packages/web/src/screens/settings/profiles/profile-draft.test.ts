import type { Profile } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { draftOf, needsKeyAgain, optionsOf, wishOf } from './profile-draft.ts';

const profile = {
  id: 'p',
  name: 'Sonnet',
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  baseUrl: null,
  price: { input: 3, output: 15 },
  priceFrom: 'list',
  contextWindow: 200_000,
  maxOutputTokens: 64_000,
  thresholds: { soft: 70 },
  options: { region: 'eu' },
  hasKey: true,
  keyFrom: 'stored',
  keyHeldBack: null,
} as unknown as Profile;

describe('a profile’s form', () => {
  const before = draftOf(profile);
  it('never holds the key, nor a price that is the list’s', () => {
    expect(before.key).toBe('');
    expect(before.inputPrice).toBeNull();
  });
  it('asks for nothing when nothing was changed', () => {
    expect(wishOf(before, before)).toEqual({});
  });
  it('asks only for what was changed', () => {
    expect(wishOf({ ...before, name: 'S', key: ' sk-1 ', baseUrl: ' ' }, before)).toEqual({
      name: 'S',
      key: 'sk-1',
      baseUrl: null,
    });
    expect(wishOf({ ...before, soft: 'inherit' }, before)).toEqual({
      thresholds: { soft: 'inherit', hard: 'inherit', retention: 'inherit', answerTokens: 'inherit' },
    });
    expect(wishOf({ ...before, supportsPromptCache: 'no', contextWindow: null }, before)).toEqual({
      supportsPromptCache: false,
      contextWindow: null,
    });
  });
  it('wants the key again for another host, and for that alone', () => {
    const again = (draft: object, kept: object = {}) => needsKeyAgain({ ...before, ...draft }, { ...profile, ...kept });
    expect(again({ name: 'S', model: 'm' })).toBe(false);
    expect(again({ baseUrl: 'https://proxy.example/v1' })).toBe(true);
    expect(again({ provider: 'openai' })).toBe(true);
    expect(again({ baseUrl: 'https://a/v2' }, { baseUrl: 'https://a/v1' })).toBe(false);
    expect(again({ baseUrl: 'http://a/v1' }, { baseUrl: 'https://a/v1' })).toBe(true);
    const held = { keyFrom: null, keyHeldBack: { from: 'stored', holder: 'https://a' }, baseUrl: 'https://b' };
    expect([again({ baseUrl: 'https://b' }, held), again({ baseUrl: 'https://a/v1' }, held)]).toEqual([true, false]);
    expect(again({ baseUrl: 'https://b' }, { keyFrom: 'environment' })).toBe(false);
    expect(needsKeyAgain(before, null)).toBe(false);
  });
  it('reads options line by line', () => {
    expect(before.options).toBe('region = eu');
    expect(optionsOf('a=1\n b = x=y \n=no\nnothing')).toEqual({ a: '1', b: 'x=y' });
  });
});
