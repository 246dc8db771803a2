import { formatCount, modelFor } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import { tame } from './draw/width.ts';
import { nameOf } from './file/read-text.ts';
import { limitsOf } from './model-choice.ts';
import type { Screen } from './terminal.ts';

/** Says what a reader of the numbers should know: limits that are a guess. */
export function noteAbout(models: Iterable<string>, screen: Screen): void {
  for (const model of new Set(models)) {
    if (limitsOf(model) !== undefined) continue;
    const { window, maxOutput } = modelFor(model);
    const limits = `${formatCount(window)} tokens, ${formatCount(maxOutput)} of them for the answer`;
    note(`the limits of ${tame(model)} are not known; assumed: ${limits}`, screen);
  }
}

/** Says which lines of a file could not be read. */
export function noteLeftOut(file: string, conversations: readonly Conversation[], screen: Screen): void {
  const skipped = conversations.flatMap(({ skippedLines }) => skippedLines ?? []);
  if (skipped.length === 0) return;
  const count = conversations.reduce((sum, { skippedCount = 0 }) => sum + skippedCount, 0);
  const lines = `${count === 1 ? 'line' : `${formatCount(count)} lines,`} ${listLines(skipped)}`;
  note(`${nameOf(file)}: ${lines} could not be read and ${count === 1 ? 'is' : 'are'} left out`, screen);
}

/** Says so where a file is not written back in kind: other programs' transcripts become plain conversation lines. */
export function noteWrittenAs(conversations: readonly Conversation[], screen: Screen): void {
  const imported = conversations.find(({ format }) => format.importedFrom !== undefined)?.format.importedFrom;
  if (imported !== undefined) note(`read from ${imported}; written as plain conversation lines (JSONL)`, screen);
}

const SHOWN = 5;

function listLines(lines: readonly number[]): string {
  return `${lines.slice(0, SHOWN).join(', ')}${lines.length > SHOWN ? ', …' : ''}`;
}

function note(text: string, screen: Screen): void {
  screen.write(`${screen.paint('yellow', 'note:')} ${text}\n`);
}
