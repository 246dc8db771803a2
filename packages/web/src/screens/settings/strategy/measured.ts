import type { LabColumn } from '@tenfold/contract';
import { dollars, duration, factsKept, percent, whole } from '../../../ui/figures.ts';
import type { ComparisonLine } from './comparison.ts';

/** What strategies came to on one conversation, as lines under the comparison. */
export function measuredLines(columns: readonly LabColumn[], before: number): readonly ComparisonLine[] {
  const line = (name: string, help: string, say: (column: LabColumn) => string): ComparisonLine => ({
    name,
    help,
    of: Object.fromEntries(columns.map((column) => [column.id, column.error ?? say(column)])),
  });
  const about = ({ estimated }: LabColumn, text: string) => (estimated ? `≈ ${text}` : text);
  return [
    line('Tokens afterwards', 'The whole context; ≈ is an estimate, nothing was paid.', (column) =>
      about(column, `${whole(column.tokens)} (−${percent(before === 0 ? 0 : 1 - column.tokens / before)})`),
    ),
    line('Facts kept', 'Paths, commands, numbers, errors, decisions and demands still in view.', keptWords),
    line('Cost', 'What the summarizer is paid.', (column) => about(column, dollars(column.cost ?? 0))),
    line('Time', 'Without waiting for a model where that is only estimated.', ({ ms }) => duration(ms)),
  ];
}

function keptWords({ evidence }: LabColumn): string {
  const { found, kept } = factsKept(evidence);
  return found === 0 ? 'after a run' : percent(kept / found);
}
