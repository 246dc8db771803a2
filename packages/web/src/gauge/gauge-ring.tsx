import { Meter } from '@base-ui/react/meter';
import type { ContextStatus } from '@tenfold/contract';
import { spokenGauge } from './gauge-words.ts';

const INK = { normal: 'text-normal', warning: 'text-warning-fill', critical: 'text-critical' } as const;
const RADIUS = 9;
const AROUND = 2 * Math.PI * RADIUS;

/** The gauge where there is no width for a bar. */
export function GaugeRing({ status }: { status: ContextStatus }) {
  const { used, room, level } = status;
  const share = Math.min(1, used / room);
  return (
    <Meter.Root value={Math.min(used, room)} max={room} aria-label="Context used" aria-valuetext={spokenGauge(status)}>
      <svg viewBox="0 0 24 24" className={`-rotate-90 size-6 ${INK[level]}`} aria-hidden="true">
        <circle cx="12" cy="12" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="4" />
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
