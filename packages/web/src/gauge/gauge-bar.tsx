import { Meter } from '@base-ui/react/meter';
import type { ContextStatus } from '@tenfold/contract';
import { joined } from '../ui/joined.ts';
import { spokenGauge } from './gauge-words.ts';
import { background, KINDS } from './kinds.ts';

/** The bar: what fills the room, by kind, with a tick where folding starts; what is kept for the answer lies outside. */
export function GaugeBar({ status }: { status: ContextStatus }) {
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
