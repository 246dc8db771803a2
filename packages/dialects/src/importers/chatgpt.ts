import type { Json, JsonObject, Message, Part } from '@tenfold/core';
import { textPart } from '../inert.ts';
import { defined, isObject, listOf, objectOf, parseJson, stringOf } from '../json.ts';
import { mapInSlices, someInSlices } from '../slices.ts';
import type { Importer } from './importer.ts';
import { timeOf, timeSpanOf } from './time-span.ts';

/** ChatGPT's export: a tree of messages a conversation, of which the branch that was last open is read. */
export const chatGpt: Importer = {
  id: 'chatgpt',
  readsEach: true,
  detect: (records) => someInSlices(records, isConversation),
  *read(records) {
    const read = yield* mapInSlices(records, ({ value, line }) => {
      if (!isConversation(value)) return [];
      const { title, create_time, update_time } = value;
      // `auto` is the choice of a model, and none itself.
      const model = value.default_model_slug === 'auto' ? undefined : value.default_model_slug;
      const id = stringOf(value.conversation_id) ?? stringOf(value.id);
      const { system, messages, times } = openBranch(value);
      return [
        {
          ...(id === undefined ? {} : { id }),
          line,
          ...timeSpanOf([create_time, update_time]),
          times,
          meta: defined({ title, created: create_time, model }),
          frame: system === '' ? {} : { system },
          messages,
        },
      ];
    });
    return read.flat();
  },
};

function isConversation(value: Json): value is JsonObject {
  return (
    isObject(value) && isObject(value.mapping) && Object.values(value.mapping).some((node) => isObject(node) && 'message' in node)
  );
}

interface OpenBranch {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly times: readonly (number | null)[];
}

function openBranch(conversation: JsonObject): OpenBranch {
  const nodes = objectOf(conversation.mapping);
  const path: JsonObject[] = [];
  const seen = new Set<string>();
  let at: string | undefined = stringOf(conversation.current_node) ?? Object.keys(nodes).at(-1);
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const node = objectOf(nodes[at]);
    path.push(objectOf(node.message));
    at = stringOf(node.parent);
  }
  const messages: Message[] = [];
  const times: (number | null)[] = [];
  const system: string[] = [];
  let call: { readonly id: string; readonly name: string } | undefined;
  for (const message of path.reverse()) {
    const { role } = objectOf(message.author);
    const parts = partsOf(message);
    if (parts.length === 0) continue;
    if (role === 'system' && messages.length === 0) system.push(textOf(parts));
    else {
      messages.push(decode(message, parts, call));
      times.push(timeOf(message.create_time) ?? null);
    }
    const asked = messages.at(-1)?.parts[0];
    call = asked?.type === 'tool-call' ? { id: asked.id, name: asked.name } : role === 'tool' ? undefined : call;
  }
  return { system: system.join('\n\n'), messages, times };
}

function decode(
  message: JsonObject,
  parts: readonly Part[],
  call: { readonly id: string; readonly name: string } | undefined,
): Message {
  const { role, name } = objectOf(message.author);
  const recipient = stringOf(message.recipient) ?? 'all';
  const id = stringOf(message.id) ?? '';
  if (role === 'assistant' && recipient !== 'all') {
    const text = textOf(parts);
    const input = parseJson(text);
    return { role: 'assistant', parts: [{ type: 'tool-call', id, name: recipient, input: isObject(input) ? input : text }] };
  }
  if (role === 'tool') {
    const output = parts.every((part) => part.type === 'text')
      ? textOf(parts)
      : parts.filter((part) => part.type === 'text' || part.type === 'attachment' || part.type === 'opaque');
    return {
      role: 'tool',
      parts: [{ type: 'tool-result', id: call?.id ?? id, name: stringOf(name) ?? call?.name ?? 'tool', output }],
    };
  }
  return { role: role === 'assistant' || role === 'system' ? role : 'user', parts };
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? [part.text] : [])).join('\n');
}

/** Words, thoughts and files of a message; one that says nothing has none. */
function partsOf(message: JsonObject): readonly Part[] {
  const content = objectOf(message.content);
  if (content.content_type === 'thoughts') {
    return listOf(content.thoughts).map((thought) => ({
      type: 'reasoning',
      text: [objectOf(thought).summary, objectOf(thought).content].filter((text) => typeof text === 'string').join('\n'),
    }));
  }
  const text = stringOf(content.text) ?? stringOf(content.result) ?? stringOf(content.content);
  const pieces = content.parts === undefined ? (text === undefined ? [] : [text]) : listOf(content.parts);
  return pieces.flatMap((piece): readonly Part[] => {
    if (typeof piece === 'string') return piece === '' ? [] : [textPart(piece)];
    const { content_type, asset_pointer, size_bytes, width, height, text: words } = objectOf(piece);
    if (typeof words === 'string') return [textPart(words)];
    if (content_type !== 'image_asset_pointer' || typeof asset_pointer !== 'string')
      return [{ type: 'opaque', dialect: 'chatgpt', value: piece }];
    const image = typeof width === 'number' && typeof height === 'number' ? { image: { width, height } } : {};
    const bytes = typeof size_bytes === 'number' ? { bytes: size_bytes } : {};
    return [{ type: 'attachment', mediaType: 'image/*', name: asset_pointer, ...bytes, ...image }];
  });
}
