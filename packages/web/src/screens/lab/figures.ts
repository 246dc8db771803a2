import type { LabColumn } from '@tenfold/contract';
import { dollars, duration, paybackWords, percent, whole } from '../../ui/figures.ts';
import { kindName } from '../../ui/names.ts';
import { keptShare } from './lab-figures.ts';

/** One line of the comparison. */
export interface Figure {
  readonly name: string;
  readonly title?: string;
  of(column: LabColumn): string;
  /** The more the better; null where there is nothing to compare. */
  merit(column: LabColumn): number | null;
}

const about = ({ estimated }: LabColumn, text: string) => (estimated ? `≈ ${text}` : text);
const unknown = '–';

/** What is compared: tokens, money and time first, then what was kept. */
export function figuresFor(kinds: readonly string[], before: number): readonly Figure[] {
  return [
    {
      name: 'Tokens',
      title: 'The whole context afterwards',
      of: (column) => about(column, whole(column.tokens)),
      merit: ({ tokens }) => -tokens,
    },
    {
      name: 'Shorter by',
      of: (column) => about(column, before === 0 ? unknown : percent(1 - column.tokens / before)),
      merit: ({ tokens }) => -tokens,
    },
    {
      name: 'Cost now',
      title: 'What the summarizer is paid',
      of: (column) => about(column, dollars(column.cost)),
      merit: ({ cost }) => (cost === null ? null : -cost),
    },
    {
      name: 'Pays back in',
      title: 'Requests until it has saved what it costs, the rewritten prompt cache included; – where no price is known',
      of: ({ payback, cost }) => (payback === null && !cost ? unknown : paybackWords(payback)),
      merit: ({ payback }) => (payback === null ? null : -payback),
    },
    { name: 'Time', of: (column) => (column.estimated ? unknown : duration(column.ms)), merit: () => null },
    {
      name: 'Facts kept',
      title: 'Found mechanically in your messages, and still in the context',
      of: ({ evidence }) => shareText(keptShare(evidence)),
      merit: ({ evidence }) => keptShare(evidence),
    },
    {
      name: 'Probes',
      title: 'Of the facts you would miss most, how many can still be read. View a result to see which.',
      of: ({ probes }) => probeText(probes),
      merit: ({ probes }) => probes?.filter(({ kept }) => kept).length ?? null,
    },
    ...kinds.map((kind) => ({
      name: kindName(kind),
      of: ({ evidence }: LabColumn) => countText(evidence?.[kind]),
      merit: ({ evidence }: LabColumn) => (evidence?.[kind]?.found ? evidence[kind].kept / evidence[kind].found : null),
    })),
  ];
}

/** The columns that do best in a figure; none where all do alike. */
export function leaders({ merit }: Figure, columns: readonly LabColumn[]): ReadonlySet<LabColumn> {
  const merits = columns.map((column) => (column.error === undefined ? merit(column) : null));
  const known = merits.filter((value) => value !== null);
  const most = Math.max(...known);
  return new Set(known.every((value) => value === most) ? [] : columns.filter((_, index) => merits[index] === most));
}

function shareText(share: number | null): string {
  return share === null ? unknown : percent(share);
}

function probeText(probes: LabColumn['probes']): string {
  return probes === null || probes.length === 0 ? unknown : `${probes.filter(({ kept }) => kept).length} of ${probes.length}`;
}

function countText(score: { readonly found: number; readonly kept: number } | undefined): string {
  return score === undefined || score.found === 0
    ? unknown
    : `${percent(score.kept / score.found)}\u00a0(${whole(score.kept)}/${whole(score.found)})`;
}
