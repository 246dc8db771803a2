import { type Json, type JsonObject, SUMMARY_PREFIX } from '@tenfold/core';
import { isList, isObject } from './json.ts';

/** The words of a system text that is a string or a list of text parts; nothing when there is anything else in it. */
export function systemText(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content;
  if (!isList(content) || content.length === 0) return undefined;
  const texts = content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined;
}

/** The messages at the start that are system text, and their words: they are the frame's, not the transcript's. */
export function openingSystem(
  messages: readonly Json[],
  roles: readonly string[],
  textOf = systemText,
): { readonly taken: readonly JsonObject[]; readonly text?: string } {
  const taken: JsonObject[] = [];
  const texts: string[] = [];
  for (const message of messages) {
    if (!isObject(message) || typeof message.role !== 'string' || !roles.includes(message.role)) break;
    const text = textOf(message.content);
    // A summary that stands first is part of the conversation, however it was sent.
    if (text === undefined || text.startsWith(SUMMARY_PREFIX)) break;
    taken.push(message);
    texts.push(text);
  }
  return taken.length === 0 ? { taken } : { taken, text: texts.join('\n\n') };
}
