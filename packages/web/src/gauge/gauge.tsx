import { Meter } from '@base-ui/react/meter';
import { Popover } from '@base-ui/react/popover';
import type { ContextStatus } from '@tenfold/contract';
import { formatStatus } from '@tenfold/core';
import { AlertTriangle, CircleCheck, OctagonAlert } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { whole } from '../ui/figures.ts';
import { joined } from '../ui/joined.ts';
import { originWords } from '../ui/names.ts';
import { FLOATING } from '../ui/surface.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { spokenGauge } from './gauge-words.ts';
import { background, KINDS } from './kinds.ts';

const LEVELS = {
  normal: { icon: CircleCheck, ink: 'text-normal', title: 'Plenty of room' },
  warning: { icon: AlertTriangle, ink: 'text-warning', title: 'Filling up' },
  critical: { icon: OctagonAlert, ink: 'text-critical', title: 'Nearly full' },
} as const;

/** The gauge, always in sight. A click opens details and never acts; `actions` are offered inside, and can close it. */
export const Gauge = memo(function Gauge({
  status,
  actions,
}: {
  status: ContextStatus;
  actions?: (close: () => void) => ReactNode;
}) {
  const { icon: Icon, ink, title } = LEVELS[status.level];
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Tooltip text={<Room status={status} />}>
        <Popover.Trigger
          className="flex min-h-7 w-full items-center gap-3 rounded-lg px-1 py-1 text-left hover:bg-sunken"
          data-level={status.level}
          data-testid="gauge"
        >
          <span className="hidden min-w-24 flex-1 sm:block">
            <GaugeBar status={status} />
          </span>
          <span className="sm:hidden">
            <GaugeRing status={status} />
          </span>
          <span className={joined('inline-flex shrink-0 items-center gap-1 text-xs tabular-nums', ink)}>
            <Icon className="size-3.5" aria-hidden="true" />
            <span data-testid="gauge-text">{formatStatus(status)}</span>
          </span>
        </Popover.Trigger>
      </Tooltip>
      <Popover.Portal>
        <Popover.Positioner side="top" align="end" sideOffset={8} collisionPadding={8} className="z-40">
          <Popover.Popup className={joined(FLOATING, 'w-80 max-w-[calc(100vw-1rem)] p-4 text-sm')}>
            <Popover.Title className="font-semibold">{title}</Popover.Title>
            <Popover.Description className="mt-0.5 text-ink-soft">
              {formatStatus(status)}
              {!status.exact && ' · ≈ means the count is close, not exact, for this model'}
            </Popover.Description>
            <BreakdownTable status={status} />
            <Thresholds status={status} />
            {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions(() => setOpen(false))}</div>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
});

function Room({ status: { used, reserved, available } }: { status: ContextStatus }) {
  return (
    <span className="block tabular-nums">
      Used {whole(used)} · reserved for the answer {whole(reserved)} · available {whole(available)}
    </span>
  );
}

const INK = { normal: 'text-normal', warning: 'text-warning-fill', critical: 'text-critical' } as const;
const RADIUS = 9;
const AROUND = 2 * Math.PI * RADIUS;

/** The gauge where there is no width for a bar. */
function GaugeRing({ status }: { status: ContextStatus }) {
  const { used, room, level } = status;
  const share = Math.min(1, used / room);
  return (
    <Meter.Root value={Math.min(used, room)} max={room} aria-label="Context used" aria-valuetext={spokenGauge(status)}>
      <svg viewBox="0 0 24 24" className={`-rotate-90 size-6 ${INK[level]}`} aria-hidden="true">
        <circle cx="12" cy="12" r={RADIUS} fill="none" stroke="var(--color-line)" strokeWidth="4" />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeDasharray={`${share * AROUND} ${AROUND}`}
        />
      </svg>
    </Meter.Root>
  );
}

/** The bar: what fills the room, by kind, with a tick where folding starts; what is kept for the answer lies outside. */
function GaugeBar({ status }: { status: ContextStatus }) {
  const { room, used, reserved, breakdown, softAt, hardAt, level } = status;
  const scale = Math.max(room, used) + reserved;
  const share = (tokens: number) => `${(100 * tokens) / scale}%`;
  return (
    <Meter.Root
      value={Math.min(used, room)}
      max={room}
      aria-label="Context used"
      aria-valuetext={spokenGauge(status)}
      className="relative w-full"
    >
      <Meter.Track
        className={joined(
          'relative flex h-2.5 w-full overflow-hidden rounded-full bg-sunken ring-1 ring-line',
          level === 'warning' && 'ring-warning motion-safe:animate-pulse',
          level === 'critical' && 'ring-2 ring-critical',
        )}
      >
        {KINDS.map((look) => {
          const tokens = breakdown[look.kind];
          return tokens === 0 ? null : (
            <span key={look.kind} data-kind={look.kind} style={{ width: share(tokens), background: background(look) }} />
          );
        })}
        <span
          className="absolute inset-y-0 right-0 bg-line opacity-60"
          style={{ width: share(reserved) }}
          title="Kept for the answer"
        />
      </Meter.Track>
      <Tick at={share(softAt)} label={`Condenses in the background from ${Math.round((100 * softAt) / room)}%`} />
      <Tick at={share(hardAt)} label={`Condenses before sending from ${Math.round((100 * hardAt) / room)}%`} strong />
    </Meter.Root>
  );
}

function Tick({ at, label, strong = false }: { at: string; label: string; strong?: boolean }) {
  return (
    <span
      aria-hidden="true"
      title={label}
      className={joined('-top-0.5 absolute h-3.5 w-px', strong ? 'bg-critical' : 'bg-ink-faint')}
      style={{ left: at }}
    />
  );
}

/** What fills the room, by kind, down to what is left. */
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

/** When condensing starts, and who said so. */
function Thresholds({ status: { soft, hard, breakerOpen } }: { status: ContextStatus }) {
  return (
    <p className="mt-3 text-ink-soft text-xs">
      Condenses in the background from {soft.value}% ({originWords(soft.from)}), before sending from {hard.value}% (
      {originWords(hard.from)}).
      {breakerOpen && ' Background condensing is off after three failures; condense once by hand to turn it on again.'}
    </p>
  );
}
