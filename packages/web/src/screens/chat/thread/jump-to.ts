import { createContext, useContext } from 'react';

/** Shows the message at a position; what stands inside the thread asks for it. */
export const JumpTo = createContext<(position: number) => void>(() => {});

/** How to show a message of the thread one stands in. */
export function useJumpTo(): (position: number) => void {
  return useContext(JumpTo);
}
