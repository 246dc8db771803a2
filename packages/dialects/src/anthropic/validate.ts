import type { JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Refuse, validator } from '../refusal.ts';
import { isSaid } from '../sendable.ts';
import { countCacheMarks, MAX_MARKS } from './cache-marks.ts';
import { ofType, readAnthropic, type WireTurn } from './request.ts';
import { isServerResult, looseServerBlocks } from './server-tools.ts';
import { lacksThinking, refusesPrefill } from './turns.ts';

/** The structural rules of Anthropic's messages. */
export type AnthropicRule =
  | 'messages-required'
  | 'role-known'
  | 'A4-first-user'
  | 'A4-alternate'
  | 'content-not-empty'
  | 'A1-calls-answered'
  | 'A2-results-called'
  | 'answered-once'
  | 'call-ids-unique'
  | 'call-id-pattern'
  | 'call-name'
  | 'call-input'
  | 'calls-from-assistant'
  | 'A2-server-pairs'
  | 'A3-thinking-unmodified'
  | 'thinking-signed'
  | 'thinking-not-last'
  | 'A8-thinking-first'
  | 'A5-tools-defined'
  | 'A6-text-not-blank'
  | 'result-text-not-empty'
  | 'error-not-empty'
  | 'A6-ends-with-user'
  | 'prefill-trimmed'
  | 'cache-marks';

/** What Anthropic's messages would refuse, in their words. */
export const validateAnthropic = validator<AnthropicRule>(
  'The request body is not valid JSON: no low surrogate in string',
  (wire, refuse) => {
    const { body, turns } = readAnthropic(wire);
    if (!isList(body.messages)) refuse('messages-required', 'messages: Field required');
    else if (turns.length === 0) refuse('messages-required', 'messages: at least one message is required');
    const latest = turns.findLast(({ role }) => role === 'assistant');
    for (const [index, turn] of turns.entries()) {
      checkTurn(turn, turns[index - 1], index === turns.length - 1, refuse);
      checkCalls(turn, turns[index - 1], turns[index + 1], refuse);
      for (const [nth, block] of turn.blocks.entries()) {
        checkBlock(block, `${turn.at}.content.${nth}`, refuse);
        checkThinking(block, `${turn.at}.content.${nth}`, turn === latest, refuse);
      }
    }
    const ids = turns.flatMap((turn) => idsOf(turn, 'tool_use', 'id'));
    if (new Set(ids).size !== ids.length) refuse('call-ids-unique', 'messages: `tool_use` ids must be unique');
    checkEnds(body, turns, refuse);
    if (lacksThinking(body, turns))
      refuse(
        'A8-thinking-first',
        'messages: Expected `thinking` or `redacted_thinking`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
      );
    const hasCalls = turns.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result'));
    if (hasCalls && !isList(wire) && listOf(body.tools).length === 0)
      refuse('A5-tools-defined', 'Requests which include `tool_use` or `tool_result` blocks must define tools');
    const marks = countCacheMarks(body);
    if (marks > MAX_MARKS)
      refuse('cache-marks', `A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${marks}.`);
  },
);

function idsOf(turn: WireTurn | undefined, type: string, field: string): readonly string[] {
  return ofType(turn?.blocks ?? [], type).map((block) => wordOf(block[field]));
}

/** Who speaks first and last. */
function checkEnds(body: JsonObject, turns: readonly WireTurn[], refuse: Refuse<AnthropicRule>): void {
  const first = turns.find(({ role }) => role !== 'system');
  if (first?.role === 'assistant' || (first === undefined && turns.length > 0))
    refuse('A4-first-user', 'messages: first message must use the "user" role');
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return;
  if (refusesPrefill(body.model))
    refuse(
      'A6-ends-with-user',
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  const { type, text } = last.blocks.at(-1) ?? {};
  if (type === 'text' && typeof text === 'string' && text.trim() !== '' && text !== text.trimEnd())
    refuse('prefill-trimmed', 'messages: final assistant content cannot end with trailing whitespace');
}

function checkTurn(
  { at, role, blocks }: WireTurn,
  before: WireTurn | undefined,
  isLast: boolean,
  refuse: Refuse<AnthropicRule>,
): void {
  const isSpoken = role === 'user' || role === 'assistant';
  // System text among the messages is taken since Claude Code sends it; it stands between turns.
  if (!isSpoken && role !== 'system')
    refuse(
      'role-known',
      `messages: Unexpected role "${wordOf(role)}". Allowed roles are "user" or "assistant". The Messages API accepts a top-level \`system\` parameter, not "system" as an input message role.`,
    );
  if (isSpoken && before?.role === role)
    refuse(
      'A4-alternate',
      `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
    );
  if (isSpoken && blocks.length === 0)
    refuse(
      'content-not-empty',
      `${at}: all messages must have non-empty content except for the optional final assistant message`,
    );
  const end = blocks.at(-1)?.type;
  if (role === 'assistant' && (end === 'thinking' || end === 'redacted_thinking'))
    refuse('thinking-not-last', `${at}: The final block in an assistant message cannot be \`thinking\`.`);
  const [where] = looseServerBlocks(blocks, wordOf(role), isLast);
  const loose = where === undefined ? undefined : blocks[where];
  if (loose === undefined) return;
  const [type, name] = [wordOf(loose.type), wordOf(loose.name)];
  refuse(
    'A2-server-pairs',
    isServerResult(loose)
      ? `${at}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${wordOf(loose.tool_use_id)}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
      : `${at}: \`${name}\` tool use with id \`${wordOf(loose.id)}\` was found without a corresponding \`${name}_tool_result\` block`,
  );
}

/** Calls of a turn are answered at the start of the next one, each once. */
function checkCalls(
  turn: WireTurn,
  before: WireTurn | undefined,
  after: WireTurn | undefined,
  refuse: Refuse<AnthropicRule>,
): void {
  const { at, role } = turn;
  const calls = idsOf(turn, 'tool_use', 'id');
  const answered = new Set(leadingResults(after));
  const missing = role === 'assistant' ? calls.filter((id) => !answered.has(id)) : [];
  if (missing.length > 0)
    refuse(
      'A1-calls-answered',
      `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  if (role === 'user' && calls.length > 0)
    refuse('calls-from-assistant', `${at}: \`tool_use\` blocks can only be in \`assistant\` messages`);
  const called = new Set(role === 'user' ? idsOf(before, 'tool_use', 'id') : []);
  const results = idsOf(turn, 'tool_result', 'tool_use_id');
  const stray = results.filter((id) => !called.has(id));
  if (stray.length > 0)
    refuse(
      'A2-results-called',
      `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.join(', ')}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    );
  const seen = new Set<string>();
  const twice = results.find((id) => seen.size === seen.add(id).size);
  if (twice !== undefined)
    refuse(
      'answered-once',
      `${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
    );
}

/** Results count as right after their calls only when nothing stands before them in the turn. */
function leadingResults(turn: WireTurn | undefined): readonly string[] {
  const blocks = turn?.role === 'user' ? turn.blocks : [];
  const end = blocks.findIndex((block) => block.type !== 'tool_result');
  return (end === -1 ? blocks : blocks.slice(0, end)).map((block) => wordOf(block.tool_use_id));
}

function checkBlock(block: JsonObject, at: string, refuse: Refuse<AnthropicRule>): void {
  const { type, id, name, input, text, content, is_error: isError } = block;
  if (type === 'text' && (typeof text !== 'string' || !isSaid({ type: 'text', text })))
    refuse('A6-text-not-blank', 'messages: text content blocks must contain non-whitespace text');
  if (type === 'tool_use') {
    if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id))
      refuse('call-id-pattern', `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    if (typeof name !== 'string' || name === '')
      refuse('call-name', `${at}.tool_use.name: String should have at least 1 character`);
    else if (name.length > 200) refuse('call-name', `${at}.tool_use.name: String should have at most 200 characters`);
    if (!isObject(input)) refuse('call-input', `${at}.tool_use.input: Input should be a valid dictionary`);
  }
  if (type !== 'tool_result') return;
  if (listOf(content).some((inner) => objectOf(inner).type === 'text' && objectOf(inner).text === ''))
    refuse('result-text-not-empty', 'messages: text content blocks must be non-empty');
  const isEmpty = content === undefined || content === '' || (isList(content) && content.length === 0);
  if (isError === true && isEmpty)
    refuse('error-not-empty', `${at}: tool_result: content cannot be empty if \`is_error\` is true`);
}

/** Thinking is signed; what the latest answer holds of it must not be touched at all. */
function checkThinking(
  { type, signature, data }: JsonObject,
  at: string,
  isLatest: boolean,
  refuse: Refuse<AnthropicRule>,
): void {
  const isUnsigned = type === 'thinking' && !signature;
  if (isLatest && (isUnsigned || (type === 'redacted_thinking' && !data)))
    refuse(
      'A3-thinking-unmodified',
      `${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
    );
  else if (isUnsigned) refuse('thinking-signed', `${at}.thinking.signature: Field required`);
}
