import { type Frame, type Message, resultText, textMessage } from '../message.ts';
import { type Fact, type Half, plantFacts } from './facts.ts';
import { HARMLESS, HAZARDS, type Hazard } from './hazards.ts';
import { prose } from './prose.ts';
import { randomOf } from './random.ts';
import { toolsOfWork } from './tools.ts';
import { agentRequest, chatTurn, codingTurn, type Maker, oddStart, toolStep } from './turns.ts';
import { worldOf } from './world.ts';

/** Work with tools, plain talk, or one request that an agent takes step after step on. */
export type TalkKind = 'coding' | 'chat' | 'agent';

/** What to generate. */
export interface TranscriptWish {
  /** The same wish gives the same transcript. */
  readonly seed: number;
  /** About this many o200k tokens, or … */
  readonly tokens?: number;
  /** … exactly this many messages. 40 when neither is given. */
  readonly messages?: number;
  /** Work with tools when not given. */
  readonly kind?: TalkKind;
  /** Oddities to put in; `'all'` for every one. Only harmless ones when not given. */
  readonly hazards?: readonly Hazard[] | 'all';
  /** How many facts to plant; none when not given. */
  readonly facts?: number;
  /** Say them in one half of the wordings only. */
  readonly half?: Half;
}

/** A conversation, and what a good summary of it keeps. */
export interface GeneratedTranscript {
  readonly frame: Frame;
  readonly messages: readonly Message[];
  readonly facts: readonly Fact[];
}

// Measured on what is generated here: close enough to hit a size within a tenth.
const CHARACTERS_PER_TOKEN = { coding: 3.3, agent: 3.3, chat: 4.55 } as const;
const OVERHEAD = 4;
/** Turns that may prove too long before the rest is filled with talk: even ten messages should have a tool among them. */
const TRIES = 12;

/**
 * A made-up conversation of any size, in time linear in it.
 * @example generateTranscript({ seed: 1, tokens: 100_000, hazards: 'all', facts: 40 })
 */
export function generateTranscript(wish: TranscriptWish): GeneratedTranscript {
  const { seed, kind = 'coding', facts = 0 } = wish;
  const hazards = new Set(wish.hazards === 'all' ? HAZARDS : (wish.hazards ?? HARMLESS));
  const random = randomOf(seed);
  const expected = wish.tokens ?? (wish.messages ?? 40) * 250;
  const files = kind === 'chat' ? 0 : Math.ceil(3 + Math.sqrt(expected) / 20);
  const maker: Maker = { random, world: worldOf(random, files), hazards, ids: [] };
  const messages = wish.tokens === undefined ? byCount(maker, kind, wish.messages ?? 40) : byTokens(maker, kind, wish.tokens);
  const frame: Frame = {
    system: `You help with the repository called ${random.word(6)}. ${prose(random, 3)}`,
    ...(kind !== 'chat' ? { tools: toolsOfWork } : {}),
  };
  return { frame, ...plantFacts(messages, facts, randomOf(seed + 0x51ed), wish.half) };
}

function* turns(maker: Maker, kind: TalkKind): Generator<readonly Message[], never> {
  if (maker.hazards.has('odd-start')) yield oddStart(maker);
  if (kind === 'agent') {
    if (maker.random.chance(0.3)) yield codingTurn(maker);
    yield agentRequest(maker);
    while (true) yield toolStep(maker);
  }
  while (true) {
    yield kind === 'chat' || maker.random.chance(0.1) ? chatTurn(maker) : codingTurn(maker);
  }
}

function byCount(maker: Maker, kind: TalkKind, count: number): Message[] {
  return gather(turns(maker, kind), maker, kind, count, () => 1);
}

function byTokens(maker: Maker, kind: TalkKind, tokens: number): Message[] {
  return gather(turns(maker, kind), maker, kind, tokens, (message) => OVERHEAD + lengthOf(message) / CHARACTERS_PER_TOKEN[kind]);
}

/** Turns up to a size. One that would overrun is left out, never cut, since that would orphan calls: short talk fills what is left. */
function gather(
  source: Iterable<readonly Message[]>,
  maker: Maker,
  kind: TalkKind,
  size: number,
  weigh: (message: Message) => number,
): Message[] {
  const messages: Message[] = [];
  let weight = 0;
  let missed = 0;
  for (const turn of source) {
    const more = turn.reduce((sum, message) => sum + weigh(message), 0);
    if (weight + more > size) {
      if (++missed > TRIES) break;
      continue;
    }
    weight += more;
    messages.push(...turn);
  }
  while (weight < size) {
    const alone = kind === 'agent' && messages.length > 0;
    const role = alone || messages.at(-1)?.role === 'user' ? 'assistant' : 'user';
    const message = textMessage(role, prose(maker.random, 1));
    weight += weigh(message);
    messages.push(message);
  }
  return messages;
}

function lengthOf(message: Message): number {
  let length = 0;
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') length += part.text.length;
    else if (part.type === 'tool-result') length += resultText(part).length;
    else length += JSON.stringify(part).length;
  }
  return length;
}
