import type { JsonObject } from '@tenfold/core';
import { inertReasoning } from '../inert.ts';
import { isObject, listOf, wordOf } from '../json.ts';

/** Whether an item is the model's own: what may follow its thinking. */
export function isAnswer(item: JsonObject | undefined): boolean {
  if (item === undefined) return false;
  if (item.role !== undefined) return item.role === 'assistant';
  return typeof item.type === 'string' && !item.type.endsWith('_output') && item.type !== 'reasoning';
}

/** Thinking stands only before what it led to; where that is gone, it becomes marked text. */
export function followReasoning(items: readonly JsonObject[]): readonly JsonObject[] {
  const kept: JsonObject[] = [];
  let next: JsonObject | undefined;
  for (const item of items.toReversed()) {
    const fits = item.type !== 'reasoning' || isAnswer(next) || next?.type === 'reasoning';
    next = fits ? item : { role: 'assistant', content: inertReasoning({ type: 'reasoning', text: summaryText(item) }).text };
    kept.push(next);
  }
  return kept.reverse();
}

function summaryText(item: JsonObject): string {
  return listOf(item.summary)
    .map((part) => (isObject(part) ? wordOf(part.text) : ''))
    .join('\n\n');
}
