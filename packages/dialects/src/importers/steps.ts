import type { Message, Part, ToolCall, ToolResult } from '@tenfold/core';

/** Messages of a talk in which calls and results lie in one message of the model: each step becomes what it said and what came back. */
export interface Steps {
  /** What the model said; words that come after results begin the next step. */
  say(part: Part): void;
  call(call: ToolCall, result: ToolResult | undefined): void;
  /** Ends a step. */
  close(): void;
  /** From here on, what is said was said then. */
  at(time: number | null): void;
  /** Somebody else's message. */
  add(message: Message): void;
  readonly messages: readonly Message[];
  /** When each of them was said. */
  readonly times: readonly (number | null)[];
}

/** Steps, none so far. */
export function steps(): Steps {
  const messages: Message[] = [];
  const times: (number | null)[] = [];
  let now: number | null = null;
  const push = (message: Message) => {
    messages.push(message);
    times.push(now);
  };
  let said: Part[] = [];
  let results: Part[] = [];
  const close = () => {
    if (said.length > 0) push({ role: 'assistant', parts: said });
    if (results.length > 0) push({ role: 'tool', parts: results });
    said = [];
    results = [];
  };
  return {
    say(part) {
      if (results.length > 0) close();
      said.push(part);
    },
    call(call, result) {
      said.push(call);
      if (result !== undefined) results.push(result);
    },
    close,
    add(message) {
      close();
      if (message.parts.length > 0) push(message);
    },
    at(time) {
      now = time;
    },
    messages,
    times,
  };
}
