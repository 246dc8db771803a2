import { type AssistantModelMessage, type ModelMessage, pruneMessages } from 'ai';
import { type Json, type Message, type Part, resultText } from '../../../packages/core/src/index.ts';
import type { Marks } from './ours.ts';
import { weigh } from './recorded-sessions.ts';
import type { Contender } from './replay.ts';

const origins = new WeakMap<ModelMessage, Message>();

/** Our message as the AI SDK's. */
function forth(message: Message): ModelMessage {
  const made = convert(message);
  origins.set(made, message);
  return made;
}

function convert({ role, parts }: Message): ModelMessage {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (role === 'system' || role === 'user') return { role, content: text };
  if (role === 'tool')
    return {
      role,
      content: parts.flatMap((part) =>
        part.type === 'tool-result'
          ? [
              {
                type: 'tool-result' as const,
                toolCallId: part.id,
                toolName: part.name ?? 'tool',
                output: { type: 'text' as const, value: resultText(part) },
              },
            ]
          : [],
      ),
    };
  const content: Exclude<AssistantModelMessage['content'], string> = [];
  for (const part of parts) {
    if (part.type === 'text') content.push({ type: 'text', text: part.text });
    if (part.type === 'tool-call')
      content.push({ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input });
  }
  return { role: 'assistant', content };
}

/** The AI SDK's message as ours; the same one as long as it is not changed. */
function back(message: ModelMessage): Message {
  const known = origins.get(message);
  if (known !== undefined) return known;
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content.flatMap(partOf);
  const made: Message = { role: message.role, parts };
  origins.set(message, made);
  return made;
}

function partOf(part: Exclude<ModelMessage['content'], string>[number]): Part[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'tool-call')
    return [{ type: 'tool-call', id: part.toolCallId, name: part.toolName, input: part.input as Json }];
  if (part.type !== 'tool-result') return [];
  const output = part.output.type === 'text' ? part.output.value : JSON.stringify(part.output);
  return [{ type: 'tool-result', id: part.toolCallId, name: part.toolName, output }];
}

/** Tool calls and results before the last three messages go when the trigger is reached. */
export function pruning({ trigger }: Marks): Contender {
  return {
    name: 'AI SDK pruneMessages, last 3',
    begin() {
      let state: ModelMessage[] = [];
      let seen = 0;
      return (messages) => {
        state = [...state, ...messages.slice(seen).map(forth)];
        seen = messages.length;
        if (weigh(state.map(back)) > trigger) state = pruneMessages({ messages: state, toolCalls: 'before-last-3-messages' });
        return { messages: state.map(back) };
      };
    },
  };
}
