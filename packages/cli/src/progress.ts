import { fit } from './draw/width.ts';
import type { Screen } from './terminal.ts';

/** A line that is drawn again in place. Where nobody watches, nothing is written. */
export interface Progress {
  say(text: string): void;
  /** Takes the line away. */
  end(): void;
}

/** A progress line on a screen. */
export function createProgress(screen: Screen): Progress {
  if (!screen.live) return { say() {}, end() {} };
  let shown = false;
  return {
    say(text) {
      shown = true;
      screen.write(`\r\u001b[K${screen.paint('dim', fit(text, screen.columns - 1))}`);
    },
    end() {
      if (shown) screen.write('\r\u001b[K');
      shown = false;
    },
  };
}
