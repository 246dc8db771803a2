import { budgetFor, findModel, type Model, modelFor, type Status, status as statusOf, UNKNOWN_MODEL } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';

const USUAL_MODEL = 'openai:gpt-4o';

/** The model to count for: the one asked for, else the file's own, else GPT-4o. */
export function modelOf(conversation: Conversation, asked: string | undefined): string {
  return modelFor(asked ?? conversation.model ?? USUAL_MODEL).id;
}

/** Models whose window only the price list knows. */
const listed = new Map<string, Model>();

/** Looks up models the engine does not describe, so that {@link limitsOf} knows them. The price list is loaded only where one is asked for. */
export async function learnLimits(models: readonly string[]): Promise<void> {
  for (const model of new Set(models)) {
    if (findModel(model) !== undefined || listed.has(model)) continue;
    const { listedModel } = await import('@tenfold/session/prices');
    const { maxInput: _, ...limits } = modelFor(model);
    const window = listedModel(limits.provider, limits.model)?.window;
    if (window === undefined) continue;
    listed.set(model, { ...limits, window, maxOutput: Math.min(UNKNOWN_MODEL.maxOutput, Math.floor(window / 2)) });
  }
}

/** What is known of a model's limits: as described, else as listed; undefined where there is only the cautious guess. */
export function limitsOf(model: string): Model | undefined {
  return findModel(model) ?? listed.get(model);
}

/** How full a model's window is with a conversation of a file. */
export function statusFor({ messages, frame }: Pick<Conversation, 'messages' | 'frame'>, model: string): Status {
  return statusOf({ messages, ...frame }, budgetFor(limitsOf(model) ?? model));
}

/** Messages of a conversation as its file has them, those that became system text included. */
export function messagesOf({ messages, openingMessages }: Conversation): number {
  return messages.length + openingMessages;
}
