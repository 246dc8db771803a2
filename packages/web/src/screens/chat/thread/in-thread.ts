import type { Entry } from '@tenfold/contract';
import { createContext, useContext } from 'react';
import type { Step } from './use-versions.ts';

/** What rows of a thread ask of it and of the chat it is in. */
export interface InThread {
  readonly session: string;
  /** Shows the message at a position. */
  jump(position: number): void;
  edit(entry: Entry): void;
  regenerate(entry: Entry): void;
  /** Goes between versions of a message; null while that cannot be. */
  readonly step: Step | null;
}

const nothing = () => {};

/** The thread that what asks stands in. */
export const Surroundings = createContext<InThread>({
  session: '',
  jump: nothing,
  edit: nothing,
  regenerate: nothing,
  step: null,
});

/** The thread one stands in. */
export function useThread(): InThread {
  return useContext(Surroundings);
}
