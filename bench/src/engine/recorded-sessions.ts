import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { recordedMessages } from '../../../packages/core/bench/recorded.ts';
import { counterFor, type Message } from '../../../packages/core/src/index.ts';

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data');

/** The counter everything is measured with. */
export const count = counterFor('openai:gpt-4o');

/** A recorded conversation. */
export interface Recorded {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly tokens: number;
  /** True for the work of an agent; false where people talk to a service. */
  readonly isAgent: boolean;
}

/** Tokens of messages; what was counted is remembered per message. */
export function weigh(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + count.message(message), 0);
}

/** All recorded conversations, by file and place in it; none where there is no such folder. */
export function recordedSessions(): readonly Recorded[] {
  if (!existsSync(DATA)) return [];
  const files = readdirSync(DATA).filter((name) => name.endsWith('.jsonl') && !name.startsWith('token-counts'));
  return files.flatMap((file) =>
    recordedMessages(readFileSync(path.join(DATA, file), 'utf8')).map((messages, index) => ({
      name: `${path.basename(file, '.jsonl')} ${index + 1}`,
      messages,
      tokens: weigh(messages),
      isAgent: !file.startsWith('tau-'),
    })),
  );
}
