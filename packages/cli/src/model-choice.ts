import { modelFor, type Status, status as statusOf } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';

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
