import type { Entry } from '@tenfold/contract';
import { createContext, useContext } from 'react';
import type { Step } from './use-versions.ts';

/** What rows of a thread ask of it and of the chat it is in. */
export interface InThread {
  /** Shows the message at a position. */
  jump(position: number): void;
  edit(entry: Entry): void;
  regenerate(entry: Entry): void;
  /** Goes between versions of a message; null while that cannot be. */
  readonly step: Step | null;
}

/** The thread around a row. */
export const ThreadContext = createContext<InThread | null>(null);

/** The thread one stands in. */
export function useThread(): InThread {
  const thread = useContext(ThreadContext);
  if (thread === null) throw new Error('This stands in no thread.');
  return thread;
}
