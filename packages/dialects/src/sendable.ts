import type { Attachment, Message, Part, Reasoning, ResultPart, Role, Text, ToolResult } from '@tenfold/core';
import { withSentOptions } from './ai-sdk/sent-options.ts';
import { fileSource } from './attachment.ts';
import { withDocumentNames } from './document-names.ts';
import { actualType } from './file-kind.ts';
import { type FileLimits, withinLimits } from './file-limits.ts';
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
import { readPart, readPiece } from './read-part.ts';
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
  | 'file named'
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
  /** A file's base64 as it is taken, mended where it is spelled in another way; nothing where it is none. */
  base64(data: string): string | undefined;
  /** How large files may be, and how many. */
  readonly files?: FileLimits;
  /** What a file is called there, where no two may be called the same and words have to stand beside each; null for other files. */
  documentName?(file: Attachment): string | null;
  /** Results that hold nothing but blank space are refused; elsewhere only an error has to say something. */
  readonly refusesBlankResults?: true;
  /** Whether thinking can go back to it; the loop of calls that is still running begins after the last words of the user. */
  takesThinking(part: Reasoning, isRunning: boolean): boolean;
  /** Summaries keep their place as system messages; elsewhere they are the user's words, like system text in mid-conversation. */
  readonly summaryInPlace: boolean;
  /** What follows from the same role is one message: its parts, or its words in one text. */
  readonly joins: 'parts' | 'text';
  /** Somebody answers before the user speaks again, also where results of tools came last. */
  readonly answersResults?: true;
}

/** What JavaScript, Python or Rust take for blank space: the APIs are written in all of them, and refuse what they find blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: separators of files, groups, records and units are blank to Python.
const BLANK = /^[\s\u001c-\u001f\u0085]*$/u;

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
    placed.push(
      spoken(withSentOptions(message), rules, { isRunning: at > request, note: (what) => mendings.push({ what, at }) }),
    );
  const { messages: fitting, leftOut } = withinLimits(placed, rules.files ?? {});
  for (const at of leftOut) mendings.push({ what: 'file sent by name only', at });
  const paired = namedAsCalled(repair(fitting, rules.ids));
  if (paired !== fitting) mendings.push({ what: 'tool call or result mended', at: firstChange(fitting, paired) });
  const joined = join(paired, rules.joins);
  const ended = withEnds(rules.answersResults ? withAnswers(joined) : joined, mendings);
  if (rules.documentName === undefined) return { messages: ended, mendings };
  const { messages: named, changed } = withDocumentNames(ended, rules.documentName);
  return { messages: named, mendings: [...mendings, ...changed.map((at): Mending => ({ what: 'file named', at }))] };
}

/** Whether the user and the model say words in turn, the user first and last: every API takes that as it is, and nothing has to be mended. */
export function isPlainTalk(messages: readonly Message[]): boolean {
  for (const [at, { role, parts, extra }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant') || parts.length === 0 || extra !== undefined) return false;
    for (const part of parts) if (part.type !== 'text' || part.extra !== undefined || BLANK.test(part.text)) return false;
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
  for (const given of message.parts) {
    const part = readPart(given);
    if (part !== given) place.note('part kept as text');
    const sent = isSaid(part) ? sendablePart(part, message.role, rules, place) : null;
    isBlank ||= !isSaid(part);
    isSame &&= sent === given;
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
  return part.type !== 'text' || !BLANK.test(part.text);
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
  if (typeof part.output === 'string') {
    const isRefused = rules.refusesBlankResults ? !isSaid(textPart(part.output)) : part.isError && part.output === '';
    return isRefused ? { ...named, output: EMPTY_RESULT } : named;
  }
  const output = part.output.map(readPiece).flatMap((piece): readonly ResultPart[] => {
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
  const whole = where === 'nowhere' ? undefined : wholeFile(file, rules);
  if (whole !== undefined && where !== 'nowhere' && rules.takesFile(whole, where)) return whole;
  note('file sent by name only');
  return inertAttachment(file);
}

/** A file whose content every API can read; none where it cannot be read. One that is elsewhere is as it is. */
function wholeFile(file: Attachment, { base64 }: SendRules): Attachment | undefined {
  const source = fileSource(file);
  if (source?.type !== 'base64') return file;
  const data = base64(source.data);
  const mediaType = data === undefined ? undefined : actualType(file.mediaType, data);
  if (data === undefined || mediaType === undefined) return undefined;
  if (data === source.data && mediaType === file.mediaType) return file;
  return { ...file, mediaType, source: { ...source, data } };
}

/** Results under the names of the calls they answer, which is where they belong: an imported one may have another. */
function namedAsCalled(messages: readonly Message[]): readonly Message[] {
  const names = new Map<string, string>();
  let isSame = true;
  const named = messages.map((message) => {
    if (message.role === 'assistant')
      for (const part of message.parts) if (part.type === 'tool-call') names.set(part.id, part.name);
    if (message.role !== 'tool') return message;
    const isOther = (part: Part): part is ToolResult =>
      part.type === 'tool-result' && part.name !== undefined && part.name !== (names.get(part.id) ?? part.name);
    if (!message.parts.some(isOther)) return message;
    isSame = false;
    return {
      ...message,
      parts: message.parts.map((part) => (isOther(part) ? { ...part, name: names.get(part.id) ?? '' } : part)),
    };
  });
  return isSame ? messages : named;
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

/** A mark of the model's wherever the user speaks right after a tool. */
function withAnswers(messages: readonly Message[]): readonly Message[] {
  const isOpen = ({ role }: Message, at: number) => role === 'user' && messages[at - 1]?.role === 'tool';
  if (!messages.some(isOpen)) return messages;
  const answer: Message = { role: 'assistant', parts: [textPart(NO_ANSWER)] };
  return messages.flatMap((message, at) => (isOpen(message, at) ? [answer, message] : [message]));
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
