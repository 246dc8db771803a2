import { describe, expect, it } from 'vitest';
import { conversationOf } from '../conversation.ts';
import type { Fold } from '../fold.ts';
import { textMessage } from '../message.ts';
import { project, rowTokens, tokensOf } from '../project.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { transcriptOf } from '../transcript.ts';
import { netEffect } from './net-effect.ts';
import type { PricedProfile } from './profile.ts';

const profile: PricedProfile = {
  id: 'p',
  name: 'P',
  provider: 'anthropic',
  model: 'm',
  price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  window: 200_000,
  maxOutput: 8_000,
  supportsPromptCache: true,
};
const count = unitCounter();
const ROOM = 1_000_000;
const transcript = transcriptOf(
  Array.from({ length: 20 }, (_, i) => textMessage(i % 2 ? 'assistant' : 'user', `message ${i} ${'word '.repeat(200)}`)),
);
const plain = conversationOf(transcript);
const fold: Fold = {
  id: 'f',
  run: 'r',
  target: { kind: 'span', from: transcript[2]?.id ?? '', to: transcript[15]?.id ?? '' },
  kind: 'summary',
  lossless: false,
  text: 'short',
  by: 'test',
  before: 0,
  after: 0,
};
const before = project(plain);
const after = project({ ...plain, folds: [fold] });
const saved = tokensOf(before, count) - tokensOf(after, count);

describe('netEffect', () => {
  it('counts the rewritten rest once and the lighter request every turn', () => {
    const effect = netEffect({ before, after, count, room: ROOM, summarizerCost: 0.01, profile });
    const tail = (view: typeof before, from: number) =>
      view.rows.slice(from).reduce((sum, row) => sum + rowTokens(row, count), 0);
    expect(effect.rewrite).toBeCloseTo(Math.max(0, (tail(after, 2) * 3.75 - tail(before, 2) * 0.3) / 1e6), 12);
    expect(effect.perTurn).toBeCloseTo((saved * 0.3) / 1e6, 12);
    expect(effect.payback).toBe(Math.ceil((0.01 + effect.rewrite) / effect.perTurn));
    expect(effect.net).toBeCloseTo(effect.perTurn * 20 - effect.rewrite - 0.01, 12);
  });

  it('rewrites nothing and saves at the full price without a cache', () => {
    const effect = netEffect({
      before,
      after,
      count,
      room: ROOM,
      summarizerCost: 0,
      profile: { ...profile, supportsPromptCache: false },
    });
    expect(effect).toMatchObject({ rewrite: 0, payback: 0 });
    expect(effect.perTurn).toBeCloseTo((saved * 3) / 1e6, 12);
  });

  it('[A5] saves nothing of what could never have been sent', () => {
    const room = tokensOf(after, count) + 100;
    const effect = netEffect({ before, after, count, room, summarizerCost: 0, profile });
    expect(effect.perTurn).toBeCloseTo((100 * 0.3) / 1e6, 12);
  });

  it('never pays back when nothing is saved', () => {
    expect(netEffect({ before, after: before, count, room: ROOM, summarizerCost: 0.5, profile }).payback).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
