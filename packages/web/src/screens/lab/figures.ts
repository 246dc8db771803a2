import type { LabColumn } from '../../api/contract.ts';
import { dollars, duration, paybackWords } from '../../ui/money.ts';
import { percent, short, whole } from '../../ui/numbers.ts';
import { keptShare, kindName } from './lab-figures.ts';

/** One line of the comparison. */
export interface Figure {
  readonly name: string;
  readonly title?: string;
  of(column: LabColumn): string;
}

const about = ({ estimated }: LabColumn, text: string) => (estimated ? `≈ ${text}` : text);
const unknown = '–';

/** What is compared: tokens, money and time first, then what was kept. */
export function figuresFor(kinds: readonly string[], before: number): readonly Figure[] {
  return [
    { name: 'Tokens', title: 'The whole context afterwards', of: (column) => about(column, short(column.tokens)) },
    { name: 'Shorter by', of: (column) => about(column, before === 0 ? unknown : percent(1 - column.tokens / before)) },
    { name: 'Cost now', title: 'What the summariser is paid', of: (column) => about(column, dollars(column.cost)) },
    {
      name: 'Pays back in',
      title: 'Requests until it has saved what it costs, the rewritten prompt cache included; – where no price is known',
      of: ({ payback, cost }) => (payback === null && !cost ? unknown : paybackWords(payback)),
    },
    { name: 'Time', of: (column) => (column.estimated ? unknown : duration(column.ms)) },
    {
      name: 'Facts kept',
      title: 'Found mechanically in your messages, and still in the context',
      of: ({ evidence }) => shareText(keptShare(evidence)),
    },
    ...kinds.map((kind) => ({ name: kindName(kind), of: ({ evidence }: LabColumn) => countText(evidence?.[kind]) })),
  ];
}

function shareText(share: number | null): string {
  return share === null ? unknown : percent(share);
}

function countText(score: { readonly found: number; readonly kept: number } | undefined): string {
  return score === undefined || score.found === 0
    ? unknown
    : `${percent(score.kept / score.found)} (${whole(score.kept)}/${whole(score.found)})`;
}
