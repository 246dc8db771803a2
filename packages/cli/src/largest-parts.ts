import { type ContentKind, type Counter, type Json, type Message, messageText, type Part, resultText } from '@tenfold/core';
import { tame } from './draw/width.ts';

/** A heavy piece of a conversation. */
export interface LargePart {
  /** Place of its message, counted from 1. */
  readonly message: number;
  readonly kind: ContentKind;
  /** What it is, in a few words: a tool and what it was given, or how the text begins. */
  readonly what: string;
  readonly tokens: number;
}

const LONGEST_LABEL = 120;

/** The heaviest parts of a conversation, heaviest first. */
export function largestParts(messages: readonly Message[], count: Counter, most: number): readonly LargePart[] {
  const calls = new Map<string, string>();
  const all = messages.flatMap(({ role, parts }, index) =>
    parts.map((part): LargePart => {
      const tokens = count.message({ role, parts: [part] });
      return { message: index + 1, kind: kindOf(role, part), what: labelOf(part, calls), tokens };
    }),
  );
  return all.sort((a, b) => b.tokens - a.tokens).slice(0, most);
}

function kindOf(role: Message['role'], part: Part): ContentKind {
  if (part.type === 'tool-call') return 'toolCalls';
  if (part.type === 'tool-result' || role === 'tool') return 'toolResults';
  if (part.type === 'reasoning') return 'reasoning';
  if (part.type === 'attachment') return 'attachments';
  return role === 'summary' ? 'summaries' : role;
}

/** A result is named by the latest call with its id: ids are used again in real recordings. */
function labelOf(part: Part, calls: Map<string, string>): string {
  switch (part.type) {
    case 'tool-call': {
      const label = tame(`${part.name} ${firstWords(part.input)}`.slice(0, LONGEST_LABEL));
      calls.set(part.id, label);
      return label;
    }
    case 'tool-result':
      return calls.get(part.id) ?? tame(`${part.name ?? ''} ${resultText(part).slice(0, LONGEST_LABEL)}`);
    case 'attachment':
      return tame(part.name ?? part.mediaType);
    default:
      return tame(messageText({ role: 'user', parts: [part] }).slice(0, LONGEST_LABEL));
  }
}

/** The first text in a tool's input: its path, command or question. */
function firstWords(input: Json): string {
  if (typeof input === 'string') return input;
  if (input === null || typeof input !== 'object') return '';
  const found = Object.values(input).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : JSON.stringify(input);
}
