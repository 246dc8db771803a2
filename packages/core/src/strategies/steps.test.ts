import { describe, expect, it } from 'vitest';
import type { FlatAsk } from '../ask.ts';
import { promptOf } from '../ask-answers.ts';
import { budgetOf } from '../budget.ts';
import { condenseLoop, type Outcome } from '../condense-loop.ts';
import { type Conversation, conversationOf } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import { type Message, textMessage } from '../message.ts';
import { presets } from '../presets/presets.ts';
import { project, render, tokensOf } from '../project.ts';
import { factsIn, failingSummarizer, generateTranscript, goodSummarizer, type Summarizer } from '../testing/index.ts';
import { drive } from '../testing/laws/trial.ts';
import { append, transcriptOf } from '../transcript.ts';
import type { StandInRow } from '../view.ts';
import { floor } from './floor.ts';
import { native } from './native.ts';
import { preparePasses, strategies } from './registry.ts';
import { smart } from './smart.ts';

const count = counterFor('gpt-4o');
const WINDOW = 32_000;

/** One request and the steps an agent took on it so far. */
const agentRun = (seed: number, tokens: number) => generateTranscript({ seed, tokens, kind: 'agent', facts: 30 });

interface Wish {
  readonly target: number;
  readonly strategy?: (typeof strategies)[number];
  readonly config?: object;
  readonly summarizer?: Summarizer;
  readonly asks?: FlatAsk[];
}

function fold(conversation: Conversation, { target, strategy = native, config = {}, summarizer, asks = [] }: Wish): Outcome {
  const plan = {
    conversation,
    strategy,
    passes: preparePasses(strategy, config).passes,
    budget: budgetOf(WINDOW),
    count,
    goal: target,
    spend: true,
    limit: target,
    askRoom: WINDOW,
  };
  return drive(condenseLoop(plan), summarizer ?? failingSummarizer, asks);
}

const opened = ({ messages, frame }: ReturnType<typeof agentRun>) => conversationOf(transcriptOf(messages), frame);
const standIns = ({ conversation }: Outcome) =>
  project(conversation).rows.filter((row): row is StandInRow => row.kind === 'stand-in' && row.message !== null);
const say = (conversation: Conversation, ...messages: readonly Message[]): Conversation => ({
  ...conversation,
  transcript: messages.reduce((transcript, message) => append(transcript, message), conversation.transcript),
});

describe('steps of a running turn', () => {
  it('[S3] leave their record its room where the newest result is longer than the target', () => {
    const generated = agentRun(4, 30_000);
    const conversation = say(
      opened(generated),
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'huge', name: 'bash', input: { command: 'cat huge.log' } }] },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', id: 'huge', output: 'A line that says little.\n'.repeat(3_000) }],
      },
    );
    const outcome = fold(conversation, { target: 6_000, summarizer: goodSummarizer(generated.facts) });
    expect(outcome.report.after).toBeLessThanOrEqual(6_000);
    const told = standIns(outcome).reduce((sum, { fold }) => sum + fold.after, 0);
    expect(told).toBeGreaterThan(2_500);
  });

  it.each([
    [1, 40_000],
    [2, 120_000],
    [3, 300_000],
  ])(
    '[S3] [A1] [B4] are summarized in mid-turn: every fact kept, the target met and spent (seed %i, %i tokens)',
    (seed, tokens) => {
      const generated = agentRun(seed, tokens);
      const conversation = opened(generated);
      const target = Math.min(Math.floor(tokensOf(project(conversation), count) / 5), 20_000);
      const asks: FlatAsk[] = [];
      const outcome = fold(conversation, { target, summarizer: goodSummarizer(generated.facts), asks });
      expect(asks.map(({ scope }) => scope)).toContain('steps');
      for (const ask of asks) expect(count.text(promptOf(ask))).toBeLessThanOrEqual(WINDOW);
      const sent = JSON.stringify(render(project(outcome.conversation)));
      expect(generated.facts.filter((fact) => factsIn(sent, [fact]).length === 0)).toEqual([]);
      expect(outcome.report.after).toBeLessThanOrEqual(target);
      expect(outcome.report.after).toBeGreaterThan(target * 0.9);
      expect(outcome.report.means).toBe('strategy');
    },
  );

  it('[S3] stand right behind the request, and their record is part of the next one', () => {
    const generated = agentRun(5, 60_000);
    const first = fold(opened(generated), { target: 12_000, summarizer: goodSummarizer(generated.facts) });
    const { messages } = agentRun(6, 60_000);
    const asks: FlatAsk[] = [];
    const grown = say(first.conversation, ...messages.filter(({ role }) => role !== 'user'));
    const second = fold(grown, { target: 12_000, summarizer: goodSummarizer(generated.facts), asks });
    const rows = standIns(second);
    const request = generated.messages.findLastIndex(({ role }) => role === 'user');
    expect(rows.at(-1)?.index).toBe(request + 1);
    expect(asks.some(({ material, scope }) => scope === 'steps' && material.includes('role="record"'))).toBe(true);
    // The turn ends: what follows it joins both records.
    const over = say(
      second.conversation,
      textMessage('assistant', 'Done.'),
      textMessage('user', 'Now the docs.'),
      ...agentRun(7, 30_000).messages.filter(({ role }) => role !== 'user'),
    );
    const third = fold(over, { target: 12_000, summarizer: goodSummarizer(generated.facts) });
    const next = over.transcript.findLastIndex(({ message }) => message.role === 'user');
    const before = standIns(third).filter(({ index }) => index < next);
    expect(before).toHaveLength(1);
    expect(before[0]?.to).toBeGreaterThan(rows.at(-1)?.to ?? 0);
  });

  it.each([
    ...strategies.map((strategy) => [strategy.id, strategy, {}] as const),
    ...presets.map(({ id, config }) => [id, smart, config] as const),
  ])('[S3] fold by every strategy and preset: %s', (_name, strategy, config) => {
    const generated = agentRun(8, 60_000);
    const outcome = fold(opened(generated), { target: 50_000, strategy, config, summarizer: goodSummarizer(generated.facts) });
    const request = generated.messages.findLastIndex(({ role }) => role === 'user');
    const floors = new Set(floor.passes({ sparePeople: true }).flatMap((pass) => (pass.floor ? [pass.id] : [])));
    const at = new Map(generated.messages.map((_, index) => [outcome.conversation.transcript[index]?.id, index]));
    const own = outcome.folds.filter(({ by }) => !floors.has(by));
    expect(own.some(({ target }) => (at.get(target.kind === 'span' ? target.from : target.entry) ?? 0) > request)).toBe(true);
  });

  it.each([
    ['native', native, {}],
    ['quality', smart, presets.find(({ id }) => id === 'quality')?.config ?? {}],
  ] as const)('[S3] later folds of a turn leave all up to its request as it was sent: %s', (_name, strategy, config) => {
    const history = generateTranscript({ seed: 1, tokens: 6_000, kind: 'coding' }).messages;
    let conversation = conversationOf(transcriptOf([...history, textMessage('user', 'Now do all of it.')]));
    const { passes } = preparePasses(strategy, config);
    const plan = { strategy, passes, budget: budgetOf(16_000), count, limit: 15_199, askRoom: WINDOW };
    const heads = new Set<string>();
    let folds = 0;
    for (const message of agentRun(51, 60_000).messages.filter(({ role }) => role !== 'user')) {
      conversation = say(conversation, message);
      if (message.role !== 'tool' || tokensOf(project(conversation), count) <= plan.limit) continue;
      ({ conversation } = drive(condenseLoop({ ...plan, conversation }), goodSummarizer([]), []));
      folds++;
      heads.add(JSON.stringify(project(conversation).rows.flatMap((row) => (row.index <= history.length ? [row.message] : []))));
    }
    expect(folds).toBeGreaterThan(3);
    expect(heads.size).toBe(1);
  });

  it('[B1] fit though one message of the model is larger than the room, read or newest', () => {
    const endless = textMessage('assistant', 'The log says that nothing happened on that day. '.repeat(6_000));
    const request = textMessage('user', 'What happened?');
    const last = textMessage('assistant', 'I go on.');
    for (const messages of [
      [request, endless],
      [request, endless, last],
    ]) {
      const outcome = fold(conversationOf(transcriptOf(messages)), { target: 16_000 });
      expect(outcome.unmet).toBeNull();
      expect(outcome.report.after).toBeLessThanOrEqual(16_000);
    }
  });

  it('[B1] fit though thinking, which cannot be cut, is larger than the room', () => {
    const thought: Message = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm '.repeat(40_000), extra: { signature: 's' } },
        { type: 'tool-call', id: 'a', name: 'read', input: {} },
      ],
    };
    const result: Message = { role: 'tool', parts: [{ type: 'tool-result', id: 'a', output: 'The gate code is 4711.' }] };
    const outcome = fold(conversationOf(transcriptOf([textMessage('user', 'Go.'), thought, result])), { target: 16_000 });
    expect(outcome.unmet).toBeNull();
    expect(outcome.report.after).toBeLessThanOrEqual(16_000);
    expect(JSON.stringify(render(project(outcome.conversation)))).toContain('The gate code is 4711.');
  });

  it('[B4] keep their record where a target is out of reach anyway', () => {
    const generated = agentRun(10, 60_000);
    const outcome = fold(opened(generated), { target: 400, summarizer: goodSummarizer(generated.facts) });
    const sent = JSON.stringify(render(project(outcome.conversation)));
    expect(generated.facts.filter((fact) => factsIn(sent, [fact]).length === 0)).toEqual([]);
    expect(outcome.report.unmet).toBe(400);
  });

  it('[B4] halves a retention larger than the conversation before anything is hidden', () => {
    const talk = generateTranscript({ seed: 9, tokens: 60_000, kind: 'chat', facts: 20 });
    const asks: FlatAsk[] = [];
    const plan = {
      conversation: conversationOf(transcriptOf(talk.messages), talk.frame),
      strategy: native,
      passes: native.passes({ ...native.config.defaults, retainTokens: 1_000_000 }),
      budget: budgetOf(50_000),
      count,
      limit: 47_000,
      askRoom: WINDOW,
    };
    const outcome = drive(condenseLoop(plan), goodSummarizer(talk.facts), asks);
    expect(asks.length).toBeGreaterThan(0);
    expect(outcome.report.means).toBe('strategy');
    expect(outcome.report.after).toBeLessThanOrEqual(47_000);
  });
});
