import type { ContextStatus } from '@tenfold/contract';
import { whole } from '../ui/numbers.ts';
import { originWords } from './gauge-words.ts';
import { background, KINDS } from './kinds.ts';

/** What fills the room, by kind, down to what is left. */
export function BreakdownTable({ status }: { status: ContextStatus }) {
  const rows = KINDS.filter((look) => status.breakdown[look.kind] > 0);
  return (
    <table className="mt-3 w-full text-xs tabular-nums">
      <caption className="sr-only">What fills the context</caption>
      <tbody>
        {rows.map((look) => (
          <tr key={look.kind}>
            <th scope="row" className="py-0.5 text-left font-normal">
              <span
                aria-hidden="true"
                className="mr-2 inline-block size-2.5 rounded-sm"
                style={{ background: background(look) }}
              />
              {look.label}
            </th>
            <td className="text-right">{whole(status.breakdown[look.kind])}</td>
          </tr>
        ))}
        <Total label="Used" tokens={status.used} />
        <Total label="Available" tokens={status.available} />
        <Total label="Reserved for the answer" tokens={status.reserved} />
      </tbody>
    </table>
  );
}

function Total({ label, tokens }: { label: string; tokens: number }) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-0.5 text-left font-medium">
        {label}
      </th>
      <td className="text-right">{whole(tokens)}</td>
    </tr>
  );
}

/** When condensing starts, and who said so. */
export function Thresholds({ status: { soft, hard, breakerOpen } }: { status: ContextStatus }) {
  return (
    <p className="mt-3 text-ink-soft text-xs">
      Condenses in the background from {soft.value}% ({originWords(soft.from)}), before sending from {hard.value}% (
      {originWords(hard.from)}).
      {breakerOpen && ' Background condensing is off after three failures; condense once by hand to turn it on again.'}
    </p>
  );
}
