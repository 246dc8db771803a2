import type { Json, JsonObject } from '@tenfold/core';
import { isSaid, type Refusal } from '@tenfold/dialects';

/** Blocks of Bedrock's Converse API that say nothing of a conversation's shape. */
const MARKS: readonly string[] = ['cachePoint'];

/**
 * A request to Bedrock's Converse API as the one to Anthropic's that has the same shape: the rules on turns, calls and
 * results are the same there, and only those are judged. What a block holds is left out where no rule looks at it.
 */
export function asAnthropic(body: Json, model: string): JsonObject {
  const { messages, toolConfig } = body as { messages?: readonly Turn[]; toolConfig?: { tools?: readonly Tool[] } };
  const tools = toolConfig?.tools?.flatMap(({ toolSpec }) => (toolSpec === undefined ? [] : [toolSpec.name])) ?? [];
  return {
    model,
    max_tokens: 1,
    messages: (messages ?? []).map(({ role, content }) => ({
      role,
      content: content.filter((block) => !MARKS.some((mark) => mark in block)).map(blockOf),
    })),
    ...(tools.length === 0 ? {} : { tools: tools.map((name) => ({ name, input_schema: { type: 'object' } })) }),
  };
}

/** What Bedrock refuses beyond that: documents it cannot tell apart or that stand alone, and results that say nothing. */
export function refusalsOfConverse(body: Json): readonly Refusal[] {
  const { messages = [] } = body as { messages?: readonly Turn[] };
  const refusals: Refusal[] = [];
  const names = new Set<string>();
  for (const { content } of messages) {
    const documents = content.flatMap(({ document }) => document ?? []);
    if (documents.length > 0 && !content.some(({ text }) => text !== undefined))
      refusals.push({
        rule: 'B1-document-with-text',
        message: 'A text block is required in a message that contains a document block.',
      });
    for (const { name } of documents) {
      if (names.has(name.toLowerCase()))
        refusals.push({
          rule: 'B2-document-names',
          message: "Messages can't contain duplicate document names. Rename the document and retry your request.",
        });
      names.add(name.toLowerCase());
    }
    const results = content.flatMap(({ toolResult }) => toolResult?.content ?? []);
    if (results.some(({ text }) => text !== undefined && !isSaid({ type: 'text', text })))
      refusals.push({ rule: 'B3-result-not-blank', message: 'messages: text content blocks must contain non-whitespace text' });
  }
  return refusals;
}

interface Turn {
  readonly role: string;
  readonly content: readonly Block[];
}

interface Tool {
  readonly toolSpec?: { readonly name: string };
}

interface Block {
  readonly text?: string;
  readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: Json };
  readonly toolResult?: { readonly toolUseId: string; readonly content?: readonly Block[] };
  readonly document?: { readonly name: string };
}

function blockOf({ text, toolUse, toolResult }: Block): JsonObject {
  if (toolUse !== undefined) return { type: 'tool_use', id: toolUse.toolUseId, name: toolUse.name, input: toolUse.input };
  if (toolResult !== undefined) return { type: 'tool_result', tool_use_id: toolResult.toolUseId, content: 'a result' };
  return { type: 'text', text: text ?? 'something else' };
}
