import type { Message, Part, ResultPart, ToolCall, ToolResult } from '../message.ts';
import { textMessage } from '../message.ts';
import { type Hazard, oddly } from './hazards.ts';
import { prose, request } from './prose.ts';
import type { Random } from './random.ts';
import { nextWork, type Work } from './work.ts';
import type { World } from './world.ts';

/** What turns are made of. */
export interface Maker {
  readonly random: Random;
  readonly world: World;
  readonly hazards: ReadonlySet<Hazard>;
  /** Ids given so far, newest last. */
  readonly ids: string[];
}

/** A turn of plain talk: a question and an answer. */
export function chatTurn(maker: Maker): Message[] {
  return [
    ...spoken(maker, 'user', request(maker.random)),
    ...spoken(maker, 'assistant', prose(maker.random, maker.random.between(2, 7))),
  ];
}

/** A turn of work: a request, steps with tools, and what came of it. */
export function codingTurn(maker: Maker): Message[] {
  const { random } = maker;
  const messages = spoken(maker, 'user', request(random));
  const steps = random.between(1, 6);
  for (let step = 0; step < steps; step++) messages.push(...toolStep(maker));
  return [...messages, ...spoken(maker, 'assistant', prose(random, random.between(1, 4)))];
}

/** What a user asks of an agent that then works alone. */
export function agentRequest(maker: Maker): Message[] {
  return [textMessage('user', oddly(`${request(maker.random)} ${prose(maker.random, 2)}`, maker.random, maker.hazards))];
}

/** What a harness puts between the steps: in the user's role, or as system text. */
function injected({ random }: Maker): Message {
  if (random.chance(0.5)) return textMessage('system', `Mode ${random.word(5)}: ${prose(random, 1)}`);
  return textMessage('user', `<system-reminder>\n${prose(random, 1)}\n</system-reminder>`);
}

/** The message an odd transcript starts with. */
export function oddStart(maker: Maker): Message[] {
  if (maker.random.chance(0.5)) return spoken(maker, 'assistant', prose(maker.random, 2));
  return [{ role: 'tool', parts: [{ type: 'tool-result', id: 'call_before', output: prose(maker.random, 2) }] }];
}

function spoken(maker: Maker, role: 'user' | 'assistant', text: string): Message[] {
  const { random, hazards } = maker;
  const parts: Part[] = [{ type: 'text', text: oddly(text, random, hazards) }];
  if (role === 'user' && hazards.has('attachments') && random.chance(0.08)) parts.push(attachment(random));
  const said: Message = { role, parts: role === 'assistant' ? withThought(maker, parts) : parts };
  const again = hazards.has('same-roles') && random.chance(0.2);
  return again ? [said, textMessage(role, prose(random, 1))] : [said];
}

/** One step of work: calls, what was thought and said with them, and their results. */
export function toolStep(maker: Maker): Message[] {
  const { random, world, hazards } = maker;
  const count = hazards.has('parallel-calls') && random.chance(0.25) ? random.between(2, 4) : 1;
  const works = Array.from({ length: count }, () => nextWork(world, random, hazards.has('bare-string-inputs')));
  const calls = works.map((work): ToolCall => ({ type: 'tool-call', id: freshId(maker), name: work.name, input: work.input }));
  const words: Part[] = random.chance(0.6) ? [{ type: 'text', text: oddly(prose(random, 1), random, hazards) }] : [];
  const messages: Message[] = [{ role: 'assistant', parts: withThought(maker, [...words, ...calls]) }];
  if (hazards.has('user-between') && random.chance(0.15)) messages.push(textMessage('user', prose(random, 1)));
  const results = works.map((work, index) => resultOf(maker, work, (calls[index] as ToolCall).id));
  const kept = hazards.has('unanswered-calls') ? results.filter(() => !random.chance(0.12)) : results;
  if (random.chance(0.5)) {
    if (kept.length > 0) messages.push({ role: 'tool', parts: kept });
  } else messages.push(...kept.map((result): Message => ({ role: 'tool', parts: [result] })));
  if (hazards.has('orphan-results') && random.chance(0.08)) messages.push(orphan(random));
  if (hazards.has('injected') && random.chance(0.1)) messages.push(injected(maker));
  return messages;
}

function resultOf({ random, hazards }: Maker, work: Work, id: string): ToolResult {
  const empty = hazards.has('empty-results') && random.chance(0.12);
  const text = empty ? '' : oddly(work.output, random, hazards);
  const pictured = !empty && hazards.has('attachments') && random.chance(0.04);
  const output: string | readonly ResultPart[] = pictured ? [{ type: 'text', text }, attachment(random)] : text;
  return { type: 'tool-result', id, name: work.name, output, ...(work.isError ? { isError: true } : {}) };
}

function orphan(random: Random): Message {
  return { role: 'tool', parts: [{ type: 'tool-result', id: `call_lost_${random.word(5)}`, output: prose(random, 1) }] };
}

function withThought({ random, hazards }: Maker, parts: readonly Part[]): Part[] {
  const all = [...parts];
  if (hazards.has('reasoning') && random.chance(0.3)) {
    all.unshift({ type: 'reasoning', text: oddly(prose(random, 2), random, hazards), extra: { signature: random.word(24) } });
  }
  if (hazards.has('opaque-parts') && random.chance(0.08)) {
    all.push({ type: 'opaque', dialect: 'testing', value: { type: 'server_note', token: random.word(12), at: [1, null, true] } });
  }
  return all;
}

function attachment(random: Random): Extract<Part, { type: 'attachment' }> {
  const image = random.chance(0.6);
  const name = `${random.word(6)}.${image ? 'png' : 'pdf'}`;
  const bytes = random.between(900, 4_000_000);
  if (!image) return { type: 'attachment', mediaType: 'application/pdf', name, bytes, source: { kind: 'file', id: name } };
  const size = { width: random.between(16, 2_000), height: random.between(16, 2_000) };
  return { type: 'attachment', mediaType: 'image/png', name, bytes, image: size, source: { kind: 'file', id: name } };
}

function freshId({ random, hazards, ids }: Maker): string {
  if (hazards.has('reused-ids') && ids.length > 0 && random.chance(0.3)) return random.pick(ids);
  const id = `call_${ids.length.toString(36)}${random.word(4)}`;
  ids.push(id);
  return id;
}
