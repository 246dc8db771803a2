import type { Attachment, Message, Part, Reasoning, ResultPart, Role, Text } from '@tenfold/core';
import {
  CONTINUE,
  CONVERSATION_START,
  EMPTY_RESULT,
  inertAttachment,
  inertOpaque,
  inertSystem,
  NO_ANSWER,
  textPart,
} from './inert.ts';
import { repair } from './repair.ts';
import { fileText } from './text-file.ts';
import type { IdRules } from './wire-id.ts';

/** What was done to a message so that an API takes it. */
export type MendingKind =
  | 'blank text left out'
  | 'empty message marked'
  | 'thinking left out'
  | 'file sent as text'
  | 'file sent by name only'
  | 'part kept as text'
  | 'tool name changed'
  | 'tool call or result mended'
  | 'start marked'
  | 'end marked';

/** One mending: what was done, and to which of the messages given (their number, for marks at an end). */
export interface Mending {
  readonly what: MendingKind;
  readonly at: number;
}

/** What one API takes of a conversation. */
export interface SendRules {
  readonly ids: IdRules;
  /** A tool's name as it is taken; the name itself where it is right. */
  toolName(name: string): string;
  /** Whether a file goes out as what it is. Text files go out as text, whatever this says. */
  takesFile(file: Attachment, where: 'message' | 'result'): boolean;
  /** Whether thinking can go back to it; the loop of calls that is still running begins after the last words of the user. */
  takesThinking(part: Reasoning, isRunning: boolean): boolean;
  /** Summaries keep their place as system messages; elsewhere they are the user's words, like system text in mid-conversation. */
  readonly summaryInPlace: boolean;
  /** What follows from the same role is one message: its parts, or its words in one text. */
  readonly joins: 'parts' | 'text';
}

/** Stands for a message that says nothing. */
const EMPTY_MESSAGE = '[Empty message]';

/**
 * The conversation as an API takes it, whatever is stored: nothing blank, calls and results in pairs, names and ids in its spelling,
 * the user first and last. Never throws, keeps every word, and says what it changed. What is sendable as it is comes back as it is.
 */
export function sendable(
  messages: readonly Message[],
  rules: SendRules,
): { readonly messages: readonly Message[]; readonly mendings: readonly Mending[] } {
  const mendings: Mending[] = [];
  let request = messages.length - 1;
  while (request >= 0 && messages[request]?.role !== 'user') request--;
  const placed: Message[] = [];
  for (const [at, message] of messages.entries())
    placed.push(spoken(message, rules, { isRunning: at > request, note: (what) => mendings.push({ what, at }) }));
  const paired = repair(placed, rules.ids);
  if (paired !== placed) mendings.push({ what: 'tool call or result mended', at: firstChange(placed, paired) });
  return { messages: withEnds(join(paired, rules.joins), mendings), mendings };
}

/** Whether the user and the model say words in turn, the user first and last: every API takes that as it is, and nothing has to be mended. */
export function isPlainTalk(messages: readonly Message[]): boolean {
  for (const [at, { role, parts }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant') || parts.length === 0) return false;
    for (const part of parts) if (part.type !== 'text' || part.text.trim() === '') return false;
  }
  return messages.length % 2 === 1;
}

interface SendingPlace {
  readonly isRunning: boolean;
  note(what: MendingKind): void;
}

/** A message of a role that is sent, with parts that are. */
function spoken(message: Message, rules: SendRules, place: SendingPlace): Message {
  const parts: Part[] = [];
  let isSame = true;
  let isBlank = false;
  for (const part of message.parts) {
    const sent = isSaid(part) ? sendablePart(part, message.role, rules, place) : null;
    isBlank ||= !isSaid(part);
    isSame &&= sent === part;
    if (sent !== null && isSaid(sent)) parts.push(sent);
  }
  if (isBlank) place.note('blank text left out');
  const isEmpty = parts.length === 0;
  if (isEmpty) place.note('empty message marked');
  const isUsers = message.role === 'system' || (message.role === 'summary' && !rules.summaryInPlace);
  const role = isUsers || (isEmpty && message.role === 'tool') ? 'user' : message.role;
  if (isEmpty) parts.push(textPart(role === 'assistant' ? NO_ANSWER : EMPTY_MESSAGE));
  return isSame && !isEmpty && role === message.role ? message : { ...message, role, parts };
}

/** Whether a part says something: blank text does not. */
export function isSaid(part: Part): boolean {
  return part.type !== 'text' || part.text.trim() !== '';
}

/** A part that says something as it is sent; null where it is not. */
function sendablePart(part: Part, role: Role, rules: SendRules, place: SendingPlace): Part | null {
  switch (part.type) {
    case 'text':
      return role === 'system' ? { ...part, ...inertSystem(part.text) } : part;
    case 'opaque':
      place.note('part kept as text');
      return inertOpaque(part);
    case 'attachment':
      return sendableFile(part, role === 'user' ? 'message' : 'nowhere', rules, place);
    case 'reasoning':
      if (role !== 'assistant' || rules.takesThinking(part, place.isRunning)) return part;
      place.note('thinking left out');
      return null;
    case 'tool-call': {
      const name = rules.toolName(part.name);
      if (name === part.name) return part;
      place.note('tool name changed');
      return { ...part, name };
    }
    case 'tool-result':
      return sendableResult(part, rules, place);
  }
}

function sendableResult(part: Part & { type: 'tool-result' }, rules: SendRules, place: SendingPlace): Part {
  const name = part.name === undefined ? undefined : rules.toolName(part.name);
  const named = name === part.name || name === undefined ? part : { ...part, name };
  if (typeof part.output === 'string') return part.isError && part.output === '' ? { ...named, output: EMPTY_RESULT } : named;
  const output = part.output.flatMap((piece): readonly ResultPart[] => {
    if (piece.type === 'text') return isSaid(piece) ? [piece] : [];
    if (piece.type === 'attachment') return [sendableFile(piece, 'result', rules, place)];
    place.note('part kept as text');
    return [inertOpaque(piece)];
  });
  if (output.length === 0) return { ...named, output: EMPTY_RESULT };
  if (output.every((piece) => piece.type === 'text')) return { ...named, output: output.map(({ text }) => text).join('\n') };
  return { ...named, output };
}

function sendableFile(
  file: Attachment,
  where: 'message' | 'result' | 'nowhere',
  rules: SendRules,
  { note }: SendingPlace,
): Attachment | Text {
  const text = fileText(file);
  if (text !== undefined) {
    note('file sent as text');
    return textPart(text);
  }
  if (where !== 'nowhere' && rules.takesFile(file, where)) return file;
  note('file sent by name only');
  return inertAttachment(file);
}

function join(messages: readonly Message[], how: SendRules['joins']): readonly Message[] {
  const joined: Message[] = [];
  for (const given of messages) {
    // Thinking is followed by words or a call.
    const isOpen = given.role === 'assistant' && given.parts.at(-1)?.type === 'reasoning';
    const message = isOpen ? { ...given, parts: [...given.parts, textPart(NO_ANSWER)] } : given;
    const last = joined.at(-1);
    if (last?.role !== message.role || message.role === 'tool' || message.role === 'summary') joined.push(message);
    else joined[joined.length - 1] = { ...last, parts: joinedParts([...last.parts, ...message.parts], how) };
  }
  return joined;
}

function joinedParts(parts: readonly Part[], how: SendRules['joins']): readonly Part[] {
  if (how === 'parts' || !parts.every((part) => part.type === 'text')) return parts;
  return [textPart(parts.map(({ text }) => text).join('\n\n'))];
}

function withEnds(messages: readonly Message[], mendings: Mending[]): readonly Message[] {
  let first = 0;
  while (messages[first]?.role === 'summary') first++;
  const start = first === messages.length || messages[first]?.role === 'assistant' ? [mark(CONVERSATION_START)] : [];
  const end = messages.at(-1)?.role === 'assistant' ? [mark(CONTINUE)] : [];
  if (start.length > 0) mendings.push({ what: 'start marked', at: 0 });
  if (end.length > 0) mendings.push({ what: 'end marked', at: messages.length });
  if (start.length + end.length === 0) return messages;
  return [...messages.slice(0, first), ...start, ...messages.slice(first), ...end];
}

function mark(text: string): Message {
  return { role: 'user', parts: [textPart(text)] };
}

function firstChange(before: readonly Message[], after: readonly Message[]): number {
  const at = before.findIndex((message, index) => message !== after[index]);
  return at === -1 ? before.length : at;
}
