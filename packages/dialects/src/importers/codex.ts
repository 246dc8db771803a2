import { type Json, type JsonObject, SUMMARY_PREFIX } from '@tenfold/core';
import { defined, isObject, objectOf, stringOf } from '../json.ts';
import { decodeOpenAiResponses } from '../openai-responses/decode.ts';
import type { Importer } from './importer.ts';

/** Kinds of rows in a rollout. */
const ROWS = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'];

/** Codex rollouts: items of the responses API, each in a row of its own. What its compactions replaced is still there and is read. */
export const codex: Importer = {
  id: 'codex',
  name: 'Codex rollout',
  detect: (records) =>
    records.some((record) => isRow(record) && (record.type === 'session_meta' || record.type === 'response_item')),
  read(records) {
    const rows = records.filter(({ value }) => isRow(value));
    const payloads = (type: string) =>
      rows.flatMap(({ value }) => (objectOf(value).type === type ? [objectOf(objectOf(value).payload)] : []));
    const items = payloads('response_item').filter((item) => item.type !== 'ghost_snapshot');
    const [session = {}] = payloads('session_meta');
    const [context = {}] = payloads('turn_context');
    if (items.length === 0) return [];
    const decoded = decodeOpenAiResponses(items as readonly Json[]);
    const system = [instructionsOf(session), decoded.frame.system]
      .filter((text) => text !== undefined && text !== '')
      .join('\n\n');
    const id = stringOf(session.id);
    return [
      {
        ...(id === undefined ? {} : { id }),
        line: rows[0]?.line ?? 1,
        meta: defined({
          cwd: session.cwd,
          version: session.cli_version,
          model: context.model,
          compactions: payloads('compacted').length || undefined,
        }),
        frame: system === '' ? {} : { system },
        messages: decoded.messages,
      },
    ];
  },
};

function isRow(value: Json): value is JsonObject {
  return isObject(value) && ROWS.includes(String(value.type)) && isObject(value.payload);
}

function instructionsOf(session: JsonObject): string | undefined {
  const text = stringOf(session.instructions) ?? stringOf(objectOf(session.base_instructions).text);
  return text?.startsWith(SUMMARY_PREFIX) ? undefined : text;
}
