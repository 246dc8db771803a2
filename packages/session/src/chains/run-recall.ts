import type { Message, ToolCall, ToolResult } from '@tenfold/core';
import { askedOf, RECALL_TOOLS } from '@tenfold/core/recall';
import { reasonOf } from '../log.ts';
import type { Recall } from '../recall.ts';
import type { Chain } from './chain.ts';

/** Names of the tools that a client does not see. */
export const RECALL_NAMES: ReadonlySet<string> = new Set(RECALL_TOOLS.map(({ name }) => name));
export const NO_TOOLS: ReadonlySet<string> = new Set();

/** Answers calls of the tools of recall out of a chain's record. One that fails answers with why. */
export async function runRecall(recall: Recall, { session, branch }: Chain, calls: readonly ToolCall[]): Promise<Message> {
  const parts = calls.map(async ({ id, name, input }): Promise<ToolResult> => {
    try {
      const asked = askedOf(input);
      const output =
        name === 'expand' ? await recall.expand(session, asked, branch) : await recall.recall(session, asked, 5, false, branch);
      return { type: 'tool-result', id, name, output: output.toWellFormed() };
    } catch (error) {
      return { type: 'tool-result', id, name, output: `The tool failed: ${reasonOf(error)}`.toWellFormed(), isError: true };
    }
  });
  return { role: 'tool', parts: await Promise.all(parts) };
}
