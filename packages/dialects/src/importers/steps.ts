import type { Message, Part, ToolCall, ToolResult } from '@tenfold/core';

/** Messages of a talk in which calls and results lie in one message of the model: each step becomes what it said and what came back. */
export interface Steps {
  /** What the model said; words that come after results begin the next step. */
  say(part: Part): void;
  call(call: ToolCall, result: ToolResult | undefined): void;
  /** Ends a step. */
  close(): void;
  /** Somebody else's message. */
  add(message: Message): void;
  readonly messages: readonly Message[];
}

/** Steps, none so far. */
export function steps(): Steps {
  const messages: Message[] = [];
  let said: Part[] = [];
  let results: Part[] = [];
  const close = () => {
    if (said.length > 0) messages.push({ role: 'assistant', parts: said });
    if (results.length > 0) messages.push({ role: 'tool', parts: results });
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
      if (message.parts.length > 0) messages.push(message);
    },
    messages,
  };
}
