import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { counterFor, type Message, messageText, textMessage } from '../../src/index.ts';
import { recordedMessages } from '../recorded.ts';

/** Counts for every measure. */
export const count = counterFor('openai:gpt-4o');

/** One recorded conversation. */
export interface RecordedRun {
  readonly source: string;
  readonly index: number;
  readonly messages: readonly Message[];
  readonly tokens: number;
}

const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data');
export const SOURCES = [
  'agent-runs',
  'claude-ctxeval',
  'claude-entire',
  'codex-agentv',
  'mini-gemini3',
  'pi',
  'sweagent-demos',
  'tau-airline',
];

/** The recorded conversations of some files of `../shared/data`; none where the folder is not there. */
export function recordedRuns(sources: readonly string[]): readonly RecordedRun[] {
  return sources.flatMap((source) => {
    const file = path.join(DATA, `${source}.jsonl`);
    if (!existsSync(file)) return [];
    return recordedMessages(readFileSync(file, 'utf8')).map((messages, index) => ({
      source,
      index,
      messages,
      tokens: weigh(messages),
    }));
  });
}

export function weigh(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + count.message(message), 0);
}

/** A last request, so that nothing of a conversation is the newest step. */
export const GO_ON: Message = textMessage('user', 'Go on.');

/** All that a request shows. */
export function shown(messages: readonly Message[]): string {
  return messages.map((message) => `${messageText(message)}\n${JSON.stringify(message.parts)}`).join('\n');
}

export interface Share {
  readonly found: number;
  readonly kept: number;
}

export function shareOf({ found, kept }: Share): number {
  return found === 0 ? Number.NaN : kept / found;
}

export function sumOf(shares: readonly Share[]): Share {
  return {
    found: shares.reduce((sum, { found }) => sum + found, 0),
    kept: shares.reduce((sum, { kept }) => sum + kept, 0),
  };
}
