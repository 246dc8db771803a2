import type { JsonObject } from '@tenfold/core';
import { isList, isObject, isWellFormed, listOf, objectOf, wordOf } from '../json.ts';
import { type Rule, validator } from '../refusal.ts';
import { countCacheMarks, MAX_MARKS } from './cache-marks.ts';
import { type AnthropicRequest, ofType, readAnthropic, type WireTurn } from './request.ts';
import { isServerResult, looseServerBlocks } from './server-tools.ts';
import { lacksThinking, refusesPrefill } from './turns.ts';

type MessagesRule = Rule<AnthropicRequest>;

/** A rule about one block at a time, of a type. */
function eachBlock(id: string, type: string, check: (block: JsonObject, at: string) => string | undefined): MessagesRule {
  return {
    id,
    check: ({ turns }) =>
      turns.flatMap(({ at, blocks }) =>
        blocks.flatMap((block, index) => (block.type === type ? (check(block, `${at}.content.${index}`) ?? []) : [])),
      ),
  };
}

/** A rule about one turn at a time. */
function eachTurn(
  id: string,
  check: (turn: WireTurn, index: number, turns: readonly WireTurn[]) => string | undefined,
): MessagesRule {
  return { id, check: ({ turns }) => turns.flatMap((turn, index) => check(turn, index, turns) ?? []) };
}

function idsOf(turn: WireTurn | undefined, type: string, field: string): readonly string[] {
  return ofType(turn?.blocks ?? [], type).map((block) => wordOf(block[field]));
}

/** Results count as right after their calls only when nothing stands before them in the turn. */
function leadingResults(turn: WireTurn | undefined): readonly string[] {
  const blocks = turn?.role === 'user' ? turn.blocks : [];
  const end = blocks.findIndex((block) => block.type !== 'tool_result');
  return (end === -1 ? blocks : blocks.slice(0, end)).map((block) => wordOf(block.tool_use_id));
}

/** The structural rules of Anthropic's messages. */
export const ANTHROPIC_RULES: readonly MessagesRule[] = [
  {
    id: 'messages-required',
    check: ({ body }) =>
      !isList(body.messages)
        ? ['messages: Field required']
        : body.messages.length === 0
          ? ['messages: at least one message is required']
          : [],
  },
  eachTurn('role-known', ({ role }) => {
    // System text among the messages is taken since Claude Code sends it; it stands between turns.
    if (role === 'user' || role === 'assistant' || role === 'system') return undefined;
    return `messages: Unexpected role "${wordOf(role)}". Allowed roles are "user" or "assistant". The Messages API accepts a top-level \`system\` parameter, not "system" as an input message role.`;
  }),
  {
    id: 'A4-first-user',
    check: ({ turns }) => {
      const first = turns.find(({ role }) => role !== 'system');
      return first?.role === 'assistant' || (first === undefined && turns.length > 0)
        ? ['messages: first message must use the "user" role']
        : [];
    },
  },
  eachTurn('A4-alternate', ({ role }, index, turns) =>
    index > 0 && turns[index - 1]?.role === role && (role === 'user' || role === 'assistant')
      ? `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`
      : undefined,
  ),
  eachTurn('content-not-empty', ({ at, role, blocks }) =>
    blocks.length === 0 && (role === 'user' || role === 'assistant')
      ? `${at}: all messages must have non-empty content except for the optional final assistant message`
      : undefined,
  ),
  eachTurn('A1-calls-answered', (turn, index, turns) => {
    const answered = new Set(leadingResults(turns[index + 1]));
    const missing = turn.role === 'assistant' ? idsOf(turn, 'tool_use', 'id').filter((id) => !answered.has(id)) : [];
    return missing.length === 0
      ? undefined
      : `${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  }),
  eachTurn('A2-results-called', (turn, index, turns) => {
    const called = new Set(turn.role === 'user' ? idsOf(turns[index - 1], 'tool_use', 'id') : []);
    const stray = idsOf(turn, 'tool_result', 'tool_use_id').filter((id) => !called.has(id));
    return stray.length === 0
      ? undefined
      : `${turn.at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.join(', ')}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
  }),
  eachTurn('answered-once', (turn) => {
    const seen = new Set<string>();
    const twice = idsOf(turn, 'tool_result', 'tool_use_id').find((id) => seen.size === seen.add(id).size);
    return twice === undefined
      ? undefined
      : `${turn.at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
  }),
  {
    id: 'call-ids-unique',
    check: ({ turns }) => {
      const ids = turns.flatMap((turn) => idsOf(turn, 'tool_use', 'id'));
      return new Set(ids).size === ids.length ? [] : ['messages: `tool_use` ids must be unique'];
    },
  },
  eachBlock('call-id-pattern', 'tool_use', ({ id }, at) =>
    typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id)
      ? undefined
      : `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
  ),
  eachBlock('call-name', 'tool_use', ({ name }, at) => {
    if (typeof name === 'string' && name.length > 200) return `${at}.tool_use.name: String should have at most 200 characters`;
    return typeof name === 'string' && name.length > 0
      ? undefined
      : `${at}.tool_use.name: String should have at least 1 character`;
  }),
  eachBlock('call-input', 'tool_use', ({ input }, at) =>
    isObject(input) ? undefined : `${at}.tool_use.input: Input should be a valid dictionary`,
  ),
  eachTurn('calls-from-assistant', ({ at, role, blocks }) =>
    role === 'user' && blocks.some((block) => block.type === 'tool_use')
      ? `${at}: \`tool_use\` blocks can only be in \`assistant\` messages`
      : undefined,
  ),
  eachTurn('A2-server-pairs', ({ at, role, blocks }, index, turns) => {
    const [where] = looseServerBlocks(blocks, wordOf(role), index === turns.length - 1);
    const loose = where === undefined ? undefined : blocks[where];
    if (loose === undefined) return undefined;
    const type = wordOf(loose.type);
    return isServerResult(loose)
      ? `${at}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${wordOf(loose.tool_use_id)}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
      : `${at}: \`${wordOf(loose.name)}\` tool use with id \`${wordOf(loose.id)}\` was found without a corresponding \`${wordOf(loose.name)}_tool_result\` block`;
  }),
  {
    id: 'A3-thinking-unmodified',
    check: ({ turns }) => {
      const latest = turns.findLast((turn) => turn.role === 'assistant');
      const bad = latest?.blocks.findIndex(
        (block) => (block.type === 'thinking' && !block.signature) || (block.type === 'redacted_thinking' && !block.data),
      );
      return latest === undefined || bad === undefined || bad === -1
        ? []
        : [
            `${latest.at}.content.${bad}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
          ];
    },
  },
  {
    id: 'thinking-signed',
    check: ({ turns }) => {
      const latest = turns.findLast((turn) => turn.role === 'assistant');
      return turns.flatMap((turn) =>
        turn === latest
          ? []
          : turn.blocks.flatMap((block, index) =>
              block.type === 'thinking' && !block.signature
                ? [`${turn.at}.content.${index}.thinking.signature: Field required`]
                : [],
            ),
      );
    },
  },
  eachTurn('thinking-not-last', ({ at, role, blocks }) => {
    const type = blocks.at(-1)?.type;
    return role === 'assistant' && (type === 'thinking' || type === 'redacted_thinking')
      ? `${at}: The final block in an assistant message cannot be \`thinking\`.`
      : undefined;
  }),
  {
    id: 'A8-thinking-first',
    check: ({ body, turns }) =>
      lacksThinking(body, turns)
        ? [
            'messages: Expected `thinking` or `redacted_thinking`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
          ]
        : [],
  },
  {
    id: 'A5-tools-defined',
    check: ({ wire, body, turns }) =>
      !isList(wire) &&
      listOf(body.tools).length === 0 &&
      turns.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result'))
        ? ['Requests which include `tool_use` or `tool_result` blocks must define tools']
        : [],
  },
  eachBlock('A6-text-not-blank', 'text', ({ text }) =>
    typeof text === 'string' && text.trim() !== '' ? undefined : 'messages: text content blocks must contain non-whitespace text',
  ),
  eachBlock('result-text-not-empty', 'tool_result', ({ content }) =>
    isList(content) && content.some((block) => objectOf(block).type === 'text' && objectOf(block).text === '')
      ? 'messages: text content blocks must be non-empty'
      : undefined,
  ),
  eachBlock('error-not-empty', 'tool_result', ({ content, is_error }, at) =>
    is_error === true && (content === undefined || content === '' || (isList(content) && content.length === 0))
      ? `${at}: tool_result: content cannot be empty if \`is_error\` is true`
      : undefined,
  ),
  {
    id: 'A6-ends-with-user',
    check: ({ body, turns }) =>
      turns.at(-1)?.role === 'assistant' && refusesPrefill(body.model)
        ? ['This model does not support assistant message prefill. The conversation must end with a user message.']
        : [],
  },
  {
    id: 'prefill-trimmed',
    check: ({ turns }) => {
      const last = turns.at(-1);
      const end = last?.role === 'assistant' ? last.blocks.at(-1) : undefined;
      return end?.type === 'text' && typeof end.text === 'string' && end.text.trim() !== '' && end.text !== end.text.trimEnd()
        ? ['messages: final assistant content cannot end with trailing whitespace']
        : [];
    },
  },
  {
    id: 'cache-marks',
    check: ({ body }) => {
      const marks = countCacheMarks(body);
      return marks > MAX_MARKS ? [`A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${marks}.`] : [];
    },
  },
  {
    id: 'A7-well-formed',
    check: ({ wire }) => (isWellFormed(wire) ? [] : ['The request body is not valid JSON: no low surrogate in string']),
  },
];

/** What Anthropic's messages would refuse. */
export const validateAnthropic = validator(readAnthropic, ANTHROPIC_RULES);
