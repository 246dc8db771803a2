import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '@tenfold/core';
import { sample, sampleFrame } from '@tenfold/core/sample';
import { type DialectId, dialectOf } from '@tenfold/dialects';

/** A folder of its own for one test file, with a way to fill it and to take it away. */
export async function scratchFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenfold-cli-'));
  return {
    folder,
    at: (name: string) => path.join(folder, name),
    async file(name: string, content: string | Uint8Array): Promise<string> {
      await writeFile(path.join(folder, name), content);
      return path.join(folder, name);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The sample as a request of a dialect. */
export function sampleWire(dialect: DialectId): Json {
  return dialectOf(dialect).encode({ frame: sampleFrame, messages: sample });
}

/** The sample in every shape a file can have. */
export const sampleFiles: Readonly<Record<string, () => string>> = {
  'openai-body.json': () => JSON.stringify({ model: 'gpt-4o', ...(sampleWire('openai-chat') as object) }, null, 2),
  'openai-messages.json': () => JSON.stringify((sampleWire('openai-chat') as { messages: Json }).messages),
  'anthropic-body.json': () =>
    JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 1024, ...(sampleWire('anthropic') as object) }),
  'ai-sdk.json': () => JSON.stringify((sampleWire('ai-sdk') as { messages?: Json }).messages ?? sampleWire('ai-sdk')),
  'conversations.jsonl': () =>
    ['first', 'second'].map((id) => `${JSON.stringify({ id, ...(sampleWire('jsonl') as object) })}\n`).join(''),
  'messages.jsonl': () =>
    (sampleWire('openai-chat') as { messages: Json[] }).messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
};
