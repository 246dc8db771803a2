import {
  budgetOf,
  condenseLoop,
  conversationOf,
  counterFor,
  dryRun,
  type JsonObject,
  type Message,
  native,
  project,
  render,
  SUMMARY_PREFIX,
  textMessage,
  transcriptOf,
  truncation,
} from '@tenfold/core';
import { goodSummarizer } from '@tenfold/core/testing';
import { aiSdk } from '@tenfold/dialects';
import { describe, expect, it } from 'vitest';
import { requestBody } from '../testing/request-body.ts';
import { PROVIDERS, type Provider } from './endpoint.ts';

const count = counterFor('gpt-4o');
const frame = { system: 'Be brief.', tools: ['read', 'write'].map((name) => ({ name, description: name })) };
/** What the libraries of these providers keep beside a thought or a call. */
const SIGNED: Readonly<Partial<Record<Provider, JsonObject>>> = {
  anthropic: { anthropic: { signature: 'c2lnbmVk' } },
  bedrock: { bedrock: { signature: 'c2lnbmVk' } },
  openai: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2lnbmVk' } },
  google: { google: { thoughtSignature: 'c2lnbmVk' } },
  vertex: { google: { thoughtSignature: 'c2lnbmVk' } },
};
const STEPS = 12;

/** A request and the steps taken on it, two calls each, thought about first. */
function agentRun(provider: Provider): readonly Message[] {
  const providerOptions = SIGNED[provider];
  const extra = providerOptions === undefined ? {} : { extra: { [aiSdk.id]: { fields: { providerOptions } } } };
  const isGoogle = provider === 'google' || provider === 'vertex';
  const step = (at: number): readonly Message[] => [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: `Thought ${at}.`, ...extra },
        {
          type: 'tool-call',
          id: `w${at}`,
          name: 'write',
          input: { path: `src/${at}.ts`, content: `const value = ${at};\n`.repeat(120) },
          ...(isGoogle ? extra : {}),
        },
        { type: 'tool-call', id: `r${at}`, name: 'read', input: { path: `src/${at}.ts` } },
      ],
    },
    {
      role: 'tool',
      parts: ['w', 'r'].map((kind) => ({
        type: 'tool-result' as const,
        id: `${kind}${at}`,
        name: kind === 'w' ? 'write' : 'read',
        output: `line ${at} of the file\n`.repeat(60),
      })),
    },
  ];
  return [
    textMessage('user', 'What is this?'),
    textMessage('assistant', 'A parser. '.repeat(200)),
    textMessage('user', 'Rewrite it.'),
    ...Array.from({ length: STEPS }, (_, at) => step(at)).flat(),
  ];
}

/** What is sent once the finished steps are a record, or their calls and results cut. */
function folded(messages: readonly Message[], how: 'record' | 'cut'): readonly Message[] {
  const conversation = conversationOf(transcriptOf(messages), frame);
  const strategy = how === 'record' ? native : truncation;
  const passes = how === 'record' ? native.passes(native.config.defaults) : truncation.passes(truncation.config.defaults);
  const plan = { conversation, strategy, passes, budget: budgetOf(12_000), count, goal: 5_000, limit: null, askRoom: 32_000 };
  if (how === 'cut') return render(project(dryRun(condenseLoop(plan)).conversation));
  const run = condenseLoop(plan);
  const answer = goodSummarizer([]);
  let step = run.next();
  while (!step.done) step = run.next(step.value.map(answer));
  return render(project(step.value.conversation));
}

type Wire = readonly (JsonObject & { readonly role?: string })[];
const turnsOf = (body: unknown): Wire => {
  const { messages, contents, input } = JSON.parse(String(body)) as Record<string, Wire | undefined>;
  return messages ?? contents ?? input ?? [];
};
const withRecord = (turns: Wire) => turns.findLastIndex((turn) => JSON.stringify(turn).includes(SUMMARY_PREFIX));

describe.each(PROVIDERS)('a running loop of tools whose steps are folded: %s', (provider) => {
  it.each(['record', 'cut'] as const)('is taken by its API: %s', async (how) => {
    const messages = folded(agentRun(provider), how);
    expect(messages.some(({ role }) => role === 'summary')).toBe(how === 'record');
    const body = await requestBody(provider, messages, frame);
    expect(body).toBeTypeOf('string');
    const turns = turnsOf(body);
    if (how === 'record') {
      const record = turns[withRecord(turns)];
      const isInPlace = provider === 'openai' || provider === 'azure';
      expect(record?.role).toBe(isInPlace ? (provider === 'openai' ? 'developer' : 'system') : 'user');
      // The request and the record of its steps are one turn of the user's, wherever the record is no system message.
      expect(JSON.stringify(record).includes('Rewrite it.')).toBe(!isInPlace);
    }
  });
});

const spoken = (turns: Wire) => turns.filter(({ role }) => role !== 'system').map(({ role }) => role);

it.each(['anthropic', 'bedrock', 'google', 'vertex'] as const)('[F17] roles alternate for %s', async (provider) => {
  const roles = spoken(turnsOf(await requestBody(provider, folded(agentRun(provider), 'record'), frame)));
  expect(roles.length).toBeGreaterThan(2);
  expect(roles.filter((role, at) => role === roles[at - 1])).toEqual([]);
});

it('[F17] Bedrock is told the tools that earlier calls used, declared or not', async () => {
  const body = String(await requestBody('bedrock', folded(agentRun('bedrock'), 'record'), {}));
  expect((JSON.parse(body) as { toolConfig?: { tools: unknown[] } }).toolConfig?.tools.length).toBeGreaterThan(0);
});

it('[F17] small servers get no late system message and no two turns of the user', async () => {
  const turns = turnsOf(await requestBody('openai-compatible', folded(agentRun('openai-compatible'), 'record'), frame));
  expect(turns.map(({ role }) => role).lastIndexOf('system')).toBe(0);
  expect(turns.filter(({ role }, at) => role === 'user' && turns[at - 1]?.role === 'user')).toEqual([]);
});

it('[F17] reasoning_content of the steps that stay goes back to small servers while the loop runs', async () => {
  const messages = folded(agentRun('openai-compatible'), 'record');
  const thoughts = async (list: readonly Message[]) =>
    turnsOf(await requestBody('openai-compatible', list, frame)).map(({ reasoning_content }) => reasoning_content);
  expect(await thoughts(messages)).toContain(`Thought ${STEPS - 1}.`);
  const over = [...messages, textMessage('assistant', 'Done.'), textMessage('user', 'Thanks.')];
  expect(await thoughts(over)).not.toContain(`Thought ${STEPS - 1}.`);
});

it.each(['google', 'vertex'] as const)('[F17] the first call of every step that stays is signed for %s', async (provider) => {
  for (const how of ['record', 'cut'] as const) {
    const turns = turnsOf(await requestBody(provider, folded(agentRun(provider), how), frame));
    const calls = turns.flatMap(({ role, parts }) => {
      const first = (parts as readonly JsonObject[]).find(({ functionCall }) => functionCall !== undefined);
      return role === 'model' && first !== undefined ? [first.thoughtSignature] : [];
    });
    expect(calls.length).toBeGreaterThan(how === 'record' ? 0 : STEPS - 1);
    expect(new Set(calls)).toEqual(new Set(['c2lnbmVk']));
  }
});

it('[F17] the last turn of an old Claude begins with its thinking', async () => {
  const turns = turnsOf(await requestBody('anthropic', folded(agentRun('anthropic'), 'record'), frame));
  const last = turns.findLast(({ role }) => role === 'assistant');
  expect(last).toMatchObject({ content: [{ type: 'thinking', signature: 'c2lnbmVk' }, {}, {}] });
});
