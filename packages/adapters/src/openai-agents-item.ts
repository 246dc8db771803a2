import type { Json, Message, Part, ResultPart } from '@tenfold/core';
import type { Piece } from './pieces.ts';

/** An item of a run, as far as it is read. */
export type Item = { readonly [field: string]: unknown };

/** A summary as an item: a person's message. */
export function summaryItem(text: string): Item {
  return { type: 'message', role: 'user', content: text };
}

/** Messages in the order of the items: what a model said between two others is one, and so are the results that follow it. */
export function piecesOf(items: readonly Item[]): readonly Piece<Item>[] {
  const pieces: Piece<Item>[] = [];
  let group: Item[] = [];
  const close = () => {
    if (group.length > 0) pieces.push(piece(group));
    group = [];
  };
  for (const item of items) {
    const role = roleOf(item);
    if (group[0] !== undefined && (role !== roleOf(group[0]) || role === 'user' || role === 'system')) close();
    group.push(item);
  }
  close();
  return pieces;
}

function roleOf({ role, type }: Item): Message['role'] {
  if (role === 'user' || role === 'system') return role;
  return /_(result|output)$/.test(String(type)) ? 'tool' : 'assistant';
}

function piece(items: readonly Item[]): Piece<Item> {
  const read = items.map(partsOf);
  return {
    items,
    message: { role: roleOf(items[0] as Item), parts: read.flat() },
    write(parts) {
      let at = 0;
      return items.flatMap((item, index) => {
        const before = read[index] ?? [];
        const own = parts.slice(at, at + before.length);
        at += before.length;
        if (item.type === 'reasoning') return own[0] === undefined ? [] : [item];
        return [own.every((part, place) => part === before[place]) ? item : withParts(item, own)];
      });
    },
  };
}

function partsOf(item: Item): readonly Part[] {
  const { type, callId, name, content, output } = item;
  if (type === 'function_call')
    return [{ type: 'tool-call', id: String(callId), name: String(name), input: parsed(String(item.arguments)) }];
  if (type === 'function_call_result')
    return [{ type: 'tool-result', id: String(callId), name: String(name), output: outputOf(output) }];
  if (type === 'reasoning') return [{ type: 'reasoning', text: textsIn(content) }];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(pieceOf) : [opaque(item)];
}

function withParts(item: Item, parts: readonly (Part | undefined)[]): Item {
  const [first] = parts;
  if (first?.type === 'tool-call') return { ...item, arguments: JSON.stringify(first.input) };
  if (first?.type === 'tool-result') return { ...item, output: outputItem(item.output, first.output) };
  if (typeof item.content === 'string') return { ...item, content: first?.type === 'text' ? first.text : item.content };
  const content = (item.content as readonly Item[]).map((block, at) => {
    const part = parts[at];
    return part?.type === 'text' ? { ...block, text: part.text } : block;
  });
  return { ...item, content };
}

function outputOf(output: unknown): string | readonly ResultPart[] {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.map(pieceOf);
  const { type, text } = (output ?? {}) as Item;
  return type === 'text' && typeof text === 'string' ? text : [opaque(output)];
}

function outputItem(before: unknown, output: string | readonly ResultPart[]): unknown {
  if (typeof output !== 'string')
    return output.map((part) =>
      part.type === 'text' ? { type: 'input_text', text: part.text } : part.type === 'opaque' && part.value,
    );
  return typeof before === 'string' || Array.isArray(before) ? output : { type: 'text', text: output };
}

function pieceOf(block: Item): Part & ResultPart {
  return typeof block.text === 'string' ? { type: 'text', text: block.text } : opaque(block);
}

function opaque(value: unknown): Extract<ResultPart, { type: 'opaque' }> {
  return { type: 'opaque', dialect: 'openai-agents', value: value as Json };
}

function textsIn(content: unknown): string {
  return Array.isArray(content) ? content.map(({ text = '' }: { text?: string }) => text).join('\n') : '';
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
