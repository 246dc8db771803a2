import type { Frame, Message } from './message.ts';

/**
 * Counts what a request costs one model. `message` and `frame` remember their answers per value, so asking
 * again is free. A count is exact only where the model's own tokenizer is o200k_base.
 */
export interface Counter {
  /** False where a family factor was applied: shown as `≈`. */
  readonly exact: boolean;
  text(text: string): number;
  message(message: Message): number;
  frame(frame: Frame): number;
}

/** What weighs words alone. */
export type TextCounter = Pick<Counter, 'text'>;
