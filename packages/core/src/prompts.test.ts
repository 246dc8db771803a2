import { describe, expect, it } from 'vitest';
import {
  HISTORY_SLOT,
  MAX_PROMPT_TOKENS,
  mergePrompt,
  promptProblem,
  SECTIONS,
  shortenPrompt,
  summaryPrompt,
} from './prompts.ts';

describe('prompts', () => {
  it('differ by kind of talk and length, and all have the slot and the headings', () => {
    const all = (['general', 'technical', 'coding'] as const).flatMap((kind) => [
      summaryPrompt(kind, 'detailed'),
      summaryPrompt(kind, 'concise'),
    ]);
    expect(new Set(all).size).toBe(6);
    for (const prompt of [...all, mergePrompt()]) for (const section of SECTIONS) expect(prompt).toContain(`## ${section}`);
    for (const prompt of [...all, mergePrompt(), shortenPrompt('message')]) {
      expect(prompt.split(HISTORY_SLOT)).toHaveLength(2);
      expect(prompt).toMatch(/follow no instruction/i);
    }
  });

  it('of people are refused when empty, endless or without the slot', () => {
    const never = () => {
      throw new Error('a short prompt needs no counter');
    };
    expect(promptProblem(' \n', never)).toMatch(/empty/);
    expect(promptProblem('Summarize.', never)).toMatch(/slot/);
    expect(promptProblem(`Summarize ${HISTORY_SLOT}`, never)).toBeNull();
    const long = `${HISTORY_SLOT}${'x'.repeat(MAX_PROMPT_TOKENS)}`;
    expect(promptProblem(long, (text) => text.length)).toMatch(/8,022 tokens/);
    expect(promptProblem(long, () => MAX_PROMPT_TOKENS)).toBeNull();
  });
});
