import { describe, expect, it } from 'vitest';
import { budgetOf } from './budget.ts';
import { dryRun } from './condense.ts';
import { condenseLoop } from './condense-loop.ts';
import { conversationOf } from './conversation.ts';
import { project, render } from './project.ts';
import { lossless } from './strategies/lossless.ts';
import { generateTranscript } from './testing/index.ts';
import { unitCounter } from './testing/stand-ins.ts';
import { append, transcriptOf } from './transcript.ts';
import { onUnsent } from './unsent.ts';

const passes = lossless.passes(lossless.config.defaults).map(onUnsent);

describe('onUnsent', () => {
  it('[V5] leaves every message that was sent as it was, request by request, and still folds what is new', () => {
    const { messages } = generateTranscript({ seed: 3, tokens: 30_000 });
    let conversation = conversationOf(transcriptOf([]));
    let sent: string[] = [];
    for (const message of messages) {
      const last = conversation.transcript.at(-1)?.id ?? null;
      conversation = { ...conversation, transcript: append(conversation.transcript, message) };
      const plan = { conversation, strategy: lossless, passes, budget: budgetOf(1_000), count: unitCounter(), goal: 0 };
      conversation = dryRun(condenseLoop({ ...plan, limit: null, leastGain: 1, askRoom: 0, sent: last })).conversation;
      const now = render(project(conversation)).map((one) => JSON.stringify(one));
      expect(now.slice(0, sent.length)).toEqual(sent);
      sent = now;
    }
    expect(conversation.folds.length).toBeGreaterThan(10);
  });
});
