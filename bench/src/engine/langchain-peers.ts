import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from '@langchain/core/messages';
import { ClearToolUsesEdit, summarizationMiddleware } from 'langchain';
import { embeddedAnswer, type Json, type Message, type Part, resultText } from '../../../packages/core/src/index.ts';
import type { Marks } from './ours.ts';
import { count } from './recorded-sessions.ts';
import type { Contender, Summarized } from './replay.ts';

const origins = new WeakMap<BaseMessage, Message>();

/** Tokens of LangChain messages, by the counter everything is measured with. */
function tokensOf(messages: readonly BaseMessage[]): number {
  return messages.reduce((sum, message) => sum + count.message(back(message)), 0);
}

/** Our message as LangChain's; each tool result is a message of its own there. */
function forth({ role, parts }: Message): readonly BaseMessage[] {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (role === 'system') return [new SystemMessage(text)];
  if (role === 'user') return [new HumanMessage(text)];
  if (role === 'tool')
    return parts.flatMap((part) =>
      part.type === 'tool-result'
        ? [new ToolMessage({ content: resultText(part), tool_call_id: part.id, ...statusOf(part.isError) })]
        : [],
    );
  const tool_calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.id, name: part.name, args: objectOf(part.input), type: 'tool_call' as const }] : [],
  );
  return [new AIMessage({ content: text, tool_calls })];
}

function statusOf(isError: boolean | undefined): { status?: 'error' } {
  return isError ? { status: 'error' } : {};
}

function objectOf(input: Json): Record<string, unknown> {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? { ...input } : { input };
}

/** LangChain's message as ours; the same one as long as it is not changed. */
function back(message: BaseMessage): Message {
  const known = origins.get(message);
  if (known !== undefined) return known;
  const text = typeof message.content === 'string' ? message.content : JSON.stringify(message.content);
  const made: Message = { role: roleOf(message), parts: partsOf(message, text) };
  origins.set(message, made);
  return made;
}

function roleOf(message: BaseMessage): Message['role'] {
  if (message instanceof SystemMessage) return 'system';
  if (message instanceof ToolMessage) return 'tool';
  return message instanceof AIMessage ? 'assistant' : 'user';
}

function partsOf(message: BaseMessage, text: string): readonly Part[] {
  if (message instanceof ToolMessage)
    return [
      { type: 'tool-result', id: message.tool_call_id, output: text, ...(message.status === 'error' ? { isError: true } : {}) },
    ];
  const said: readonly Part[] = text === '' ? [] : [{ type: 'text', text }];
  if (!(message instanceof AIMessage)) return said;
  const calls = (message.tool_calls ?? []).map(
    (call): Part => ({ type: 'tool-call', id: call.id ?? '', name: call.name, input: call.args as Json }),
  );
  return [...said, ...calls];
}

/** A contender that keeps a list of its own, changed before a request and never changed back. */
function keeping(
  name: string,
  change: (messages: BaseMessage[]) => Promise<{ messages: BaseMessage[]; summarized?: Summarized }>,
): Contender {
  return {
    name,
    begin() {
      let state: BaseMessage[] = [];
      let seen = 0;
      return async (messages) => {
        state = [...state, ...messages.slice(seen).flatMap(forth)];
        seen = messages.length;
        const { messages: changed, summarized } = await change(state);
        state = changed;
        return { messages: state.map(back), ...(summarized === undefined ? {} : { summarized }) };
      };
    },
  };
}

/** The last messages that fit the goal, taken when the trigger is reached. */
export function trimming({ trigger, goal }: Marks): Contender {
  return keeping('LangChain trimMessages', async (messages) => ({
    messages:
      tokensOf(messages) <= trigger
        ? messages
        : // It returns an undefined message where nothing fits; a host would have to leave that out.
          (
            await trimMessages(messages, {
              maxTokens: goal,
              strategy: 'last',
              tokenCounter: tokensOf,
              includeSystem: true,
              startOn: ['human', 'ai'],
            })
          ).filter((message) => message !== undefined),
  }));
}

/** Tool results but the newest three are cleared in every request above the trigger, as the middleware does: on a copy. */
export function clearing({ trigger }: Marks): Contender {
  const edit = new ClearToolUsesEdit({ trigger: { tokens: trigger }, keep: { messages: 3 } });
  return {
    name: 'LangChain ClearToolUsesEdit, keep 3',
    begin() {
      const state: BaseMessage[] = [];
      let seen = 0;
      return async (messages) => {
        state.push(...messages.slice(seen).flatMap(forth));
        seen = messages.length;
        const copy = [...state];
        await edit.apply({ messages: copy, model: undefined as never, countTokens: tokensOf });
        return { messages: copy.map(back) };
      };
    },
  };
}

/** A model summarizes all but the newest messages; it answers as our embedded summarizer would on what it is shown. */
export function summarizing({ trigger, goal }: Marks, shown: number | null): Contender {
  const name = `LangChain summarizationMiddleware, ${shown === null ? 'defaults' : 'shown everything'}`;
  return keeping(name, async (messages) => {
    const summarized = { input: 0, output: 0 };
    const model = { invoke: async (prompt: string) => ({ content: answer(prompt, summarized) }) };
    const options = {
      model,
      trigger: { tokens: trigger },
      keep: { tokens: Math.floor(goal * 0.8) },
      tokenCounter: tokensOf,
      ...(shown === null ? {} : { trimTokensToSummarize: shown }),
    };
    const middleware = summarizationMiddleware(options as never);
    const before = middleware.beforeModel as unknown as (
      state: { messages: BaseMessage[] },
      runtime: { context: object },
    ) => Promise<{ messages: BaseMessage[] } | undefined>;
    const update = await before({ messages }, { context: {} });
    // Its first message tells the graph to forget all others.
    return { messages: update === undefined ? messages : update.messages.slice(1), summarized };
  });
}

/** Tokens of a summary are a tenth of what it is made from, at least 300, as ours are. */
function answer(prompt: string, summarized: { input: number; output: number }): string {
  const tokens = count.text(prompt);
  const maxTokens = Math.max(300, Math.ceil(tokens / 10));
  const material = prompt.slice(prompt.indexOf('Messages to summarize:') + 'Messages to summarize:'.length);
  const text = embeddedAnswer({ material, maxTokens }, count);
  summarized.input += tokens;
  summarized.output += count.text(text);
  return text;
}
