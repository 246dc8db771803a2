import { useEffect } from 'react';
import { perSession } from '../state/per-session.ts';

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

const offered = perSession<readonly Command[]>([]);
const ALL = '';

/** Offers commands while a screen shows. Give it a list that is stable between renders. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(ALL, (now) => [...now, ...commands]);
    return () => offered.set(ALL, (now) => now.filter((command) => !commands.includes(command)));
  }, [commands]);
}

/** What the screens offer now. */
export function useOfferedCommands(): readonly Command[] {
  return offered.use(ALL);
}
