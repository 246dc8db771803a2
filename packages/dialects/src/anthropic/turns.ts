import type { Json, JsonObject } from '@tenfold/core';
import { CONTINUE, CONVERSATION_START, NO_ANSWER } from '../inert.ts';
import { objectOf, wordOf } from '../json.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { pairServerTools } from './server-tools.ts';

/** What one message gives to a turn of the wire. */
export interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly blocks: readonly JsonObject[];
  /** Came as a bare string. */
  readonly isString: boolean;
  readonly fields: JsonObject;
}

/** Alternating turns, the user's first, none empty, as this API wants them. */
export function* shapeTurns(given: readonly Turn[], model: Json | undefined): Sliced<readonly JsonObject[]> {
  const turns: { role: string; pieces: Turn[] }[] = [];
  for (const turn of given) {
    if (turn.blocks.length === 0 && turn.role !== 'system') continue;
    const last = turns.at(-1);
    if (last?.role === turn.role && turn.role !== 'system') last.pieces.push(turn);
    else turns.push({ role: turn.role, pieces: [turn] });
  }
  const messages = yield* mapInSlices(turns, ({ role, pieces }, index) => message(role, pieces, index === turns.length - 1));
  const first = messages.findIndex(({ role }) => role !== 'system');
  if (messages[first]?.role !== 'user') messages.splice(Math.max(first, 0), 0, { role: 'user', content: CONVERSATION_START });
  return endTurns(messages, model);
}

function message(role: string, pieces: readonly Turn[], isLast: boolean): JsonObject {
  const [first] = pieces;
  const blocks = [
    ...pairServerTools(
      pieces.flatMap((piece) => piece.blocks),
      role,
      isLast,
    ),
  ];
  const fields: JsonObject = {};
  for (const piece of pieces) Object.assign(fields, piece.fields);
  if (pieces.length === 1 && first?.isString) return { role, content: blocks[0]?.text as string, ...fields };
  if (role === 'assistant' && isThought(blocks.at(-1))) blocks.push({ type: 'text', text: NO_ANSWER });
  return { role, content: blocks, ...fields };
}

function isThought(block: JsonObject | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

/** Whether thinking is asked for in a running tool loop whose last answer does not begin with any: older models refuse that. */
export function lacksThinking(
  { thinking, model }: JsonObject,
  turns: readonly { readonly role: Json | undefined; readonly blocks: readonly JsonObject[] }[],
): boolean {
  if (objectOf(thinking).type !== 'enabled' || refusesPrefill(model)) return false;
  if (!turns.at(-1)?.blocks.some(({ type }) => type === 'tool_result')) return false;
  return !isThought(turns.findLast(({ role }) => role === 'assistant')?.blocks[0]);
}

/** Models that no longer continue a given start of an answer. */
export function refusesPrefill(model: Json | undefined): boolean {
  const version = typeof model === 'string' ? /claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2}))?(?:[-@:]|$)/.exec(model) : null;
  if (version === null) return false;
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  return major > 4 || (major === 4 && minor >= 6);
}

/** The end of a request: an answer given as a start may not end in space, and newer models take none. */
function endTurns(messages: readonly JsonObject[], model: Json | undefined): readonly JsonObject[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return messages;
  if (refusesPrefill(model)) return [...messages, { role: 'user', content: CONTINUE }];
  const { content } = last;
  if (typeof content === 'string')
    return content === content.trimEnd() ? messages : [...messages.slice(0, -1), { ...last, content: content.trimEnd() }];
  const blocks = content as readonly JsonObject[];
  const end = blocks.at(-1);
  if (end?.type !== 'text' || end.text === wordOf(end.text).trimEnd()) return messages;
  return [...messages.slice(0, -1), { ...last, content: [...blocks.slice(0, -1), { ...end, text: wordOf(end.text).trimEnd() }] }];
}
