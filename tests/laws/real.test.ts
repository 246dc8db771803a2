import {
  budgetOf,
  condenseLoop,
  conversationOf,
  counterFor,
  dryRun,
  type Message,
  native,
  preparePasses,
  project,
  render,
  strategies,
  tokensOf,
  transcriptOf,
} from '@tenfold/core';
import { type Summarizer, summarizersFor } from '@tenfold/core/testing';
import { dialects } from '@tenfold/dialects';
import { expect, it } from 'vitest';
import { refusedBy } from './hold.ts';
import { haveRealConversations, realConversations } from './real-conversations.ts';

const deep = process.env.TENFOLD_DEEP === '1';
const count = counterFor('gpt-4o');
/** Shares of its own size a conversation is folded to; the deep suite takes every one with every strategy, the usual one a third of them with one each. */
const SHARES = deep ? [0.7, 0.4, 0.15] : [0.3];
const name = '[D1] every API takes every real conversation, folded by any strategy';
if (!haveRealConversations) console.info('There is no ../shared/data: real conversations are not tried.');

it.skipIf(!haveRealConversations)(name, { timeout: 1_200_000 }, () => {
  const conversations = realConversations();
  expect(conversations.length).toBeGreaterThanOrEqual(83);
  const problems: string[] = [];
  conversations.forEach(({ frame, messages, id }, at) => {
    const conversation = conversationOf(transcriptOf(messages), frame);
    const total = tokensOf(project(conversation), count);
    for (const share of SHARES) {
      strategies.forEach((strategy, which) => {
        if (!deep && (at % 3 !== 0 || (at + which) % 4 !== 0)) return;
        const sent = foldedTo(Math.ceil(total * share), conversation, strategy);
        for (const dialect of dialects) {
          const refused = refusedBy(dialect)(sent, { moments: [{ after: '', conversation, view: project(conversation), sent }] });
          if (refused !== null) problems.push(`${id} ${strategy.id} ${share}: ${refused}`);
        }
      });
    }
  });
  expect(problems).toEqual([]);
});

function foldedTo(
  target: number,
  conversation: ReturnType<typeof conversationOf>,
  strategy: (typeof strategies)[number],
): readonly Message[] {
  const run = condenseLoop({
    conversation,
    strategy,
    passes: preparePasses(strategy).passes,
    budget: budgetOf(target),
    count,
    goal: target,
    limit: target,
    askRoom: 32_000,
    rescue: { name: native.name, passes: native.passes(native.config.defaults) },
  });
  const summarizer: Summarizer = summarizersFor([])[strategy.id === 'smart' ? 'hostile' : 'good'];
  let step = run.next();
  while (!step.done) step = run.next(step.value.map((ask) => summarizer(ask)));
  return render(project(step.value.conversation));
}

it.skipIf(!haveRealConversations)('[A2] a dry run of every real conversation pays nothing and ends', { timeout: 600_000 }, () => {
  for (const { frame, messages } of realConversations()) {
    const conversation = conversationOf(transcriptOf(messages), frame);
    const before = tokensOf(project(conversation), count);
    const outcome = dryRun(
      condenseLoop({
        conversation,
        strategy: native,
        passes: native.passes(native.config.defaults),
        budget: budgetOf(Math.max(2_000, before)),
        count,
        limit: null,
        askRoom: 32_000,
      }),
    );
    expect(outcome.report.usage).toEqual({ input: 0, output: 0 });
    expect(outcome.report.after).toBeLessThanOrEqual(before);
  }
});
