import { useEffect } from 'react';
import { appState } from '../state/per-session.ts';

/** Something that can be done from the palette. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Other words people look for it by. */
  readonly also?: string;
  /** Keys that do the same, as shown. */
  readonly keys?: string;
  run(): void;
}

/** What the screens offer now. */
export const offered = appState<readonly Command[]>([]);

/** Offers commands while a screen shows. Give it a list that is stable between renders. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered.set([...offered.get(), ...commands]);
    return () => offered.set(offered.get().filter((command) => !commands.includes(command)));
  }, [commands]);
}
