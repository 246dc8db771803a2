import type { Json, JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf, parseJson, stringOf } from '../json.ts';
import { type AnswerBuilder, type Billed, billOf } from '../wire/answer-builder.ts';

/** An answer of the messages API. */
export function anthropicAnswer(): AnswerBuilder {
  const blocks: Block[] = [];
  let usage: JsonObject = {};
  let complete = false;
  return {
    event(data) {
      const block = blocks[Number(data.index)];
      if (data.type === 'message_start') usage = { ...usage, ...objectOf(objectOf(data.message).usage) };
      else if (data.type === 'content_block_start' && isObject(data.content_block))
        blocks.push({ ...data.content_block, json: '' });
      else if (data.type === 'content_block_delta' && block !== undefined) grow(block, objectOf(data.delta));
      else if (data.type === 'message_delta') usage = { ...usage, ...objectOf(data.usage) };
      else if (data.type === 'message_stop') complete = true;
    },
    body(data) {
      if (data.type !== 'message') return;
      for (const block of listOf(data.content)) if (isObject(block)) blocks.push({ ...block, json: '' });
      usage = objectOf(data.usage);
      complete = true;
    },
    get wire() {
      const content = blocks.map(finished);
      return content.length === 0 ? [] : [{ role: 'assistant', content }];
    },
    get billed() {
      return billedOf(usage);
    },
    get complete() {
      return complete;
    },
  };
}

type Block = { [field: string]: Json | undefined; json: string };

function grow(block: Block, delta: JsonObject): void {
  if (delta.type === 'text_delta') block.text = `${stringOf(block.text) ?? ''}${stringOf(delta.text) ?? ''}`;
  else if (delta.type === 'thinking_delta') block.thinking = `${stringOf(block.thinking) ?? ''}${stringOf(delta.thinking) ?? ''}`;
  else if (delta.type === 'signature_delta')
    block.signature = `${stringOf(block.signature) ?? ''}${stringOf(delta.signature) ?? ''}`;
  else if (delta.type === 'input_json_delta') block.json += stringOf(delta.partial_json) ?? '';
  else if (delta.type === 'citations_delta') cite(block, delta.citation ?? null);
}

function cite(block: Block, citation: Json): void {
  if (Array.isArray(block.citations)) block.citations.push(citation);
  else block.citations = [citation];
}

function finished({ json, ...block }: Block): JsonObject {
  const input = json === '' ? undefined : parseJson(json);
  return input === undefined ? block : { ...block, input };
}

function billedOf({
  input_tokens,
  output_tokens,
  cache_read_input_tokens,
  cache_creation_input_tokens,
}: JsonObject): Billed | null {
  if (input_tokens === undefined) return null;
  const bill = billOf({
    input: input_tokens,
    output: output_tokens,
    cacheRead: cache_read_input_tokens,
    cacheWrite: cache_creation_input_tokens,
  });
  return bill && { ...bill, input: bill.input + bill.cacheRead + bill.cacheWrite };
}
