import { Popover } from '@base-ui/react/popover';
import { AlertTriangle, CircleCheck, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContextStatus } from '../api/contract.ts';
import { joined } from '../ui/joined.ts';
import { whole } from '../ui/numbers.ts';
import { GaugeBar } from './gauge-bar.tsx';
import { gaugeText, originWords } from './gauge-words.ts';
import { background, KINDS } from './kinds.ts';

const LEVELS = {
  normal: { icon: CircleCheck, ink: 'text-normal', says: 'Plenty of room' },
  warning: { icon: AlertTriangle, ink: 'text-warning', says: 'Filling up' },
  critical: { icon: OctagonAlert, ink: 'text-critical', says: 'Nearly full' },
} as const;

/** The gauge, always in sight. A click opens details and never acts; `actions` are offered inside. */
export function Gauge({ status, actions }: { status: ContextStatus; actions?: ReactNode }) {
  const { icon: Icon, ink, says } = LEVELS[status.level];
  const { used, reserved, available } = status;
  return (
    <Popover.Root>
      <Popover.Trigger
        className="flex w-full items-center gap-3 rounded-lg px-1 py-1 text-left hover:bg-sunken"
        title={`Used ${whole(used)} · reserved for the answer ${whole(reserved)} · available ${whole(available)}`}
        data-level={status.level}
      >
        <GaugeBar status={status} className="min-w-24 flex-1" />
        <span className={joined('inline-flex shrink-0 items-center gap-1 text-xs tabular-nums', ink)}>
          <Icon className="size-3.5" aria-hidden="true" />
          <span data-testid="gauge-text">{gaugeText(status)}</span>
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} className="z-40">
          <Popover.Popup className="w-80 rounded-xl border border-line bg-surface p-4 text-sm shadow-xl">
            <Popover.Title className="font-semibold">{says}</Popover.Title>
            <Popover.Description className="mt-0.5 text-ink-soft">
              {gaugeText(status)}
              {!status.exact && ' · ≈ means the count is close, not exact, for this model'}
            </Popover.Description>
            <BreakdownTable status={status} />
            <Thresholds status={status} />
            {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function BreakdownTable({ status }: { status: ContextStatus }) {
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

function Thresholds({ status: { soft, hard, breakerOpen } }: { status: ContextStatus }) {
  return (
    <p className="mt-3 text-ink-soft text-xs">
      Condenses in the background from {soft.value}% ({originWords(soft.from)}), before sending from {hard.value}% (
      {originWords(hard.from)}).
      {breakerOpen && ' Background condensing is off after three failures; condense once by hand to turn it on again.'}
    </p>
  );
}
