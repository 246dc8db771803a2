import type { Json, JsonObject, Message, Part, ResultPart } from '@tenfold/core';
import type { Piece } from './pieces.ts';

/** A message of LangChain, as far as it is read. */
export interface Said {
  readonly type: string;
  readonly content: unknown;
  readonly name?: string | undefined;
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
  readonly tool_call_id?: string;
  readonly status?: string;
}

type Block = { readonly [field: string]: unknown };

const ROLES: Readonly<Record<string, Message['role']>> = { human: 'user', ai: 'assistant', tool: 'tool', system: 'system' };

/** A message of LangChain as one of ours, and the way back. */
export function langchainPiece(said: Said): Piece<Said> {
  const { content, tool_calls: calls = [], tool_call_id: id = '', name, status } = said;
  const role = (Object.hasOwn(ROLES, said.type) ? ROLES[said.type] : undefined) ?? 'user';
  // Calls stand among the content too where a provider puts them there; they are read once.
  const blocks = Array.isArray(content) ? (content as readonly Block[]).filter((block) => !isCall(block)) : null;
  const words: readonly Part[] =
    role === 'tool'
      ? [
          {
            type: 'tool-result',
            id,
            ...(name ? { name } : {}),
            output: outputOf(content),
            ...(status === 'error' ? { isError: true } : {}),
          },
        ]
      : blocks === null
        ? content === '' && calls.length > 0
          ? []
          : [{ type: 'text', text: String(content) }]
        : blocks.map(partOf);
  const parts: readonly Part[] = [
    ...words,
    ...calls.map((call): Part => ({ type: 'tool-call', id: call.id ?? '', name: call.name, input: call.args as Json })),
  ];
  return {
    items: [said],
    message: { role, parts },
    write: (now) => [rebuilt(said, contentWith(content, now.slice(0, words.length)), now.slice(words.length))],
  };
}

function contentWith(content: unknown, parts: readonly (Part | undefined)[]): unknown {
  const [first] = parts;
  if (first?.type === 'tool-result') return typeof first.output === 'string' ? first.output : first.output.map(blockOf);
  if (!Array.isArray(content)) return first?.type === 'text' ? first.text : content;
  let at = 0;
  return (content as readonly Block[]).flatMap((block) => {
    if (isCall(block)) return [block];
    const part = parts[at++];
    if (part === undefined) return [];
    return [part.type === 'text' && part.text !== block.text ? { ...block, text: part.text } : block];
  });
}

/** A message of the same kind that says something else: made by its own class, which need not be known here. */
function rebuilt(said: Said, content: unknown, calls: readonly (Part | undefined)[]): Said {
  const { lc_kwargs: _made, ...fields } = said as Said & { lc_kwargs?: unknown };
  const inputs = new Map(calls.flatMap((part) => (part?.type === 'tool-call' ? [[part.id, part.input] as const] : [])));
  const tool_calls = said.tool_calls?.map((call) => ({ ...call, args: inputs.get(call.id ?? '') ?? call.args }));
  const blocks = Array.isArray(content)
    ? content.map((block: Block) =>
        isCall(block) && inputs.has(String(block.id)) ? { ...block, input: inputs.get(String(block.id)) } : block,
      )
    : content;
  const Own = said.constructor as new (fields: object) => Said;
  return new Own({ ...fields, content: blocks, ...(tool_calls === undefined ? {} : { tool_calls }) });
}

/** A summary is a person's message, of the class that theirs have. */
export function summaryFor(said: readonly Said[], text: string): Said {
  const Human = said.find(({ type }) => type === 'human')?.constructor as (new (fields: object) => Said) | undefined;
  return Human === undefined ? ({ role: 'user', type: 'human', content: text } as Said) : new Human({ content: text });
}

function isCall({ type }: Block): boolean {
  return type === 'tool_use' || type === 'tool_call';
}

function partOf(block: Block): Part {
  if (block.type === 'thinking' || block.type === 'reasoning')
    return {
      type: 'reasoning',
      text: String(block.thinking ?? block.reasoning ?? ''),
      extra: { langchain: block as JsonObject },
    };
  return typeof block.text === 'string' ? { type: 'text', text: block.text } : opaque(block);
}

function outputOf(content: unknown): string | readonly ResultPart[] {
  if (!Array.isArray(content)) return String(content);
  return content.map((block: Block) => (typeof block.text === 'string' ? { type: 'text', text: block.text } : opaque(block)));
}

function blockOf(part: ResultPart): unknown {
  return part.type === 'text' ? { type: 'text', text: part.text } : part.type === 'opaque' ? part.value : part.source;
}

function opaque(value: unknown): Extract<ResultPart, { type: 'opaque' }> {
  return { type: 'opaque', dialect: 'langchain', value: value as Json };
}
