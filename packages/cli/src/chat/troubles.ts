import type { JsonObject } from '@tenfold/core';
import { tameText } from '../draw/width.ts';

/** What goes wrong in the server under a chat, in words. A line of its log would be written into the middle of what is drawn. */
export interface Troubles {
  readonly log: {
    info(event: string, facts?: JsonObject): void;
    warn(event: string, facts?: JsonObject): void;
    error(event: string, facts?: JsonObject): void;
  };
  /** Tells of what there was and of what comes, until the returned function is called. */
  listen(tell: (text: string) => void): () => void;
}

/** Keeps troubles until somebody listens. */
export function createTroubles(): Troubles {
  const waiting: string[] = [];
  let tell: ((text: string) => void) | null = null;
  const nothing = () => {};
  return {
    log: {
      info: nothing,
      warn: nothing,
      error(event, facts = {}) {
        const text = troubleText(event, facts);
        if (tell === null) waiting.push(text);
        else tell(text);
      },
    },
    listen(listener) {
      tell = listener;
      for (const text of waiting.splice(0)) listener(text);
      return () => {
        tell = null;
      };
    },
  };
}

/** What happened and what to do, as far as it was said. */
function troubleText(event: string, { what, reason, todo, copy }: JsonObject): string {
  const said = [what, todo === undefined ? undefined : reason, todo].filter((text) => typeof text === 'string');
  if (said.length > 0) return inOneLine(said.join(' '));
  if (typeof copy === 'string') return inOneLine(`A copy of the store, as it was found, is ${copy}.`);
  return inOneLine(`Something went wrong (${event})${typeof reason === 'string' ? `: ${reason}` : '.'}`);
}

function inOneLine(text: string): string {
  return tameText(text).replaceAll(/\s+/g, ' ');
}
