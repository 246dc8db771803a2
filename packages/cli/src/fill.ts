import type { Counter, Frame, Message, Part } from '@tenfold/core';

/** A kind of content that takes room in a window. */
export type ContentKind =
  | 'system text'
  | 'tool definitions'
  | 'summaries'
  | 'user text'
  | 'assistant text'
  | 'reasoning'
  | 'tool calls'
  | 'tool results'
  | 'attachments'
  | 'other parts'
  | 'message framing';

/** What one kind of content takes. */
export interface Slice {
  readonly kind: ContentKind;
  readonly tokens: number;
  /** How many parts (messages for `message framing`) it is made of. */
  readonly items: number;
}

/** What fills a window: slices, heaviest first, that add up to `tokens`. */
export interface Fill {
  readonly tokens: number;
  readonly messages: number;
  readonly exact: boolean;
  readonly slices: readonly Slice[];
}

/** Weighs a conversation by kind of content. The slices always add up to the counter's own total. */
export function fillOf(messages: readonly Message[], frame: Frame, counter: Counter): Fill {
  const tally = new Map<ContentKind, { tokens: number; items: number }>();
  const add = (kind: ContentKind, tokens: number, items = 1) => {
    const sum = tally.get(kind) ?? { tokens: 0, items: 0 };
    tally.set(kind, { tokens: sum.tokens + tokens, items: sum.items + items });
  };

  let total = counter.frame(frame);
  const system = frame.system === undefined ? 0 : counter.frame({ system: frame.system });
  if (frame.system !== undefined) add('system text', system);
  if (frame.tools?.length) add('tool definitions', total - system, frame.tools.length);

  for (const message of messages) {
    const whole = counter.message(message);
    const bare = counter.message({ role: message.role, parts: [] });
    let inParts = 0;
    for (const part of message.parts) {
      const tokens = counter.message({ role: message.role, parts: [part] }) - bare;
      add(kindOf(message, part), tokens);
      inParts += tokens;
    }
    // What no part accounts for: role, separators, extra fields.
    add('message framing', whole - inParts);
    total += whole;
  }

  const slices = [...tally].map(([kind, sum]) => ({ kind, ...sum })).filter((slice) => slice.tokens > 0);
  slices.sort((a, b) => b.tokens - a.tokens);
  return { tokens: total, messages: messages.length, exact: counter.exact, slices };
}

function kindOf(message: Message, part: Part): ContentKind {
  switch (part.type) {
    case 'text':
      return textKind[message.role];
    case 'reasoning':
      return 'reasoning';
    case 'tool-call':
      return 'tool calls';
    case 'tool-result':
      return 'tool results';
    case 'attachment':
      return 'attachments';
    case 'opaque':
      return 'other parts';
  }
}

const textKind = {
  system: 'system text',
  user: 'user text',
  assistant: 'assistant text',
  tool: 'tool results',
  summary: 'summaries',
} as const satisfies Record<Message['role'], ContentKind>;
