import type { ContextStatus } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { draftedStatus } from './drafted-status.ts';
import { forecast } from './forecast.ts';

const status = (used: number): ContextStatus =>
  ({
    used,
    room: 10_000,
    percent: used / 100,
    softAt: 8_000,
    hardAt: 9_500,
    breakdown: { user: used, draft: 0 },
  }) as ContextStatus;
const say = (used: number, draft: number) => forecast(status(used), draftedStatus(status(used), draft));

describe('forecast', () => {
  it('says nothing of an empty draft, and only its tokens while there is room', () => {
    expect(say(1_000, 0)).toBe('');
    expect(say(1_000, 1_234)).toBe('+1,234 tokens');
  });

  it('says when the draft crosses a watermark', () => {
    expect(say(7_900, 300)).toBe('+300 tokens · after this message 82%: condenses in the background');
    expect(say(9_400, 200)).toBe('+200 tokens · after this message 96%: it waits until older messages are condensed');
  });

  it('does not repeat what is already so', () => {
    expect(say(8_100, 100)).toBe('+100 tokens');
  });
});
