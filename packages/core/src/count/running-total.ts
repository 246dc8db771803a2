import type { Counter } from '../counter.ts';
import type { Frame, Message } from '../message.ts';

/** The count of a conversation that grows: adding a message costs what that message costs. */
export interface RunningTotal {
  readonly counter: Counter;
  readonly messages: number;
  readonly tokens: number;
}

/** A conversation of nothing but its frame. */
export function startTotal(counter: Counter, frame: Frame = {}): RunningTotal {
  return { counter, messages: 0, tokens: counter.frame(frame) };
}

/** The total with one more message. */
export function addToTotal(total: RunningTotal, message: Message): RunningTotal {
  return { counter: total.counter, messages: total.messages + 1, tokens: total.tokens + total.counter.message(message) };
}
