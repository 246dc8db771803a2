import { findModel, modelFor, type Status, status as statusOf } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import type { Screen } from './terminal.ts';

const USUAL_MODEL = 'openai:gpt-4o';

/** The model to count for: the one asked for, else the file's own, else GPT-4o. */
export function modelOf(conversation: Conversation, asked: string | undefined): string {
  return modelFor(asked ?? conversation.model ?? USUAL_MODEL).id;
}

/** How full a model's window is with a conversation of a file. */
export function statusFor({ messages, frame }: Pick<Conversation, 'messages' | 'frame'>, model: string): Status {
  return statusOf({ messages, ...frame }, model);
}

/** Messages of a conversation as its file has them, those that became system text included. */
export function messagesOf({ messages, openingMessages }: Conversation): number {
  return messages.length + openingMessages;
}

/** Says so where a model's limits are a guess, so that nobody takes them for known ones. */
export function noteUnknownModels(models: Iterable<string>, screen: Screen): void {
  for (const model of new Set(models)) {
    if (findModel(model) !== undefined) continue;
    const { window, maxOutput } = modelFor(model);
    const limits = `${window.toLocaleString('en-US')} tokens, ${maxOutput.toLocaleString('en-US')} of them for the answer`;
    screen.write(`${screen.paint('yellow', 'note:')} the limits of ${model} are not known; assumed: ${limits}\n`);
  }
}
