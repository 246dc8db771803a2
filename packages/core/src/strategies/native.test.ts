import { describe, expect, it } from 'vitest';
import type { FlatAsk } from '../ask.ts';
import { promptOf } from '../ask-answers.ts';
import { budgetOf } from '../budget.ts';
import { condenseLoop } from '../condense-loop.ts';
import { conversationOf } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import { project, render, tokensOf } from '../project.ts';
import { HISTORY_SLOT } from '../prompts.ts';
import { factsIn, failingSummarizer, generateTranscript, goodSummarizer } from '../testing/index.ts';
import { drive } from '../testing/laws/trial.ts';
import { transcriptOf } from '../transcript.ts';
import { native } from './native.ts';

const count = counterFor('gpt-4o');
const WINDOW = 32_000;

function planTo(target: number, seed: number, tokens: number) {
  const generated = generateTranscript({ seed, tokens, facts: 40, hazards: 'all' });
  const conversation = conversationOf(transcriptOf(generated.messages), generated.frame);
  const plan = {
    conversation,
    strategy: native,
    passes: native.passes(native.config.defaults),
    budget: budgetOf(target),
    count,
    goal: target,
    limit: target,
    askRoom: WINDOW,
  };
  return { ...generated, conversation, plan };
}

describe('native', () => {
  it.each([
    [1, 50_000],
    [2, 120_000],
    [3, 470_000],
  ])('[A1] keeps every planted fact and asks nothing over the window (seed %i, %i tokens)', (seed, tokens) => {
    const total = tokens;
    const target = Math.min(Math.floor(total / 5), 20_000);
    const { plan, facts } = planTo(target, seed, tokens);
    const asks: FlatAsk[] = [];
    const outcome = drive(condenseLoop(plan), goodSummarizer(facts), asks);
    const sent = JSON.stringify(render(project(outcome.conversation)));
    expect(facts.filter((fact) => !factsIn(sent, [fact]).length)).toEqual([]);
    expect(facts.length).toBe(40);
    expect(Math.max(...asks.map((ask) => count.text(promptOf(ask))))).toBeLessThanOrEqual(WINDOW);
    expect(outcome.report.after).toBeLessThanOrEqual(target);
  });

  it('[B2] fits by the floor when every summary call fails, keeps the record and says so', () => {
    const { plan, conversation, messages } = planTo(8_000, 4, 60_000);
    const before = JSON.stringify(messages);
    const outcome = drive(condenseLoop(plan), failingSummarizer, []);
    expect(tokensOf(project(outcome.conversation), count)).toBeLessThanOrEqual(8_000);
    expect(outcome.unmet).toBeNull();
    expect(JSON.stringify(messages)).toBe(before);
    expect(outcome.conversation.transcript).toBe(conversation.transcript);
    expect(outcome.report.means).toBe('floor');
    expect(outcome.report.warnings.join('\n')).toMatch(/429: rate limit reached/);
    expect(outcome.report.warnings.join('\n')).toMatch(/hidden or cut mechanically/);
  });

  it('refuses a prompt of its own that is empty, endless or has no slot, field by field', () => {
    const problems = (customPrompt: string) => native.config.validate({ customPrompt }).map(({ field }) => field);
    expect(problems('  ')).toEqual(['customPrompt']);
    expect(problems('Summarize this.')).toEqual(['customPrompt']);
    expect(problems(`${HISTORY_SLOT}${' word'.repeat(9_000)}`)).toEqual(['customPrompt']);
    expect(problems(`Summarize ${HISTORY_SLOT}`)).toEqual([]);
    expect(native.config.validate({ retainTokens: -1, template: 'poem' }).map(({ field }) => field)).toEqual([
      'template',
      'retainTokens',
    ]);
  });
});
