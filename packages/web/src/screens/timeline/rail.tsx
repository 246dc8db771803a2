import { useEffect, useRef } from 'react';
import { joined } from '../../ui/joined.ts';
import { short } from '../../ui/numbers.ts';
import { when } from '../../ui/time.ts';
import type { Timeline } from './timeline-events.ts';

const STEP = 112;
const LANE = 58;
const TOP = 22;
const UNDER = 50;

/** The line of time, for eyes and mice; the list below says the same to everyone. */
export function Rail({
  timeline: { moments, lanes },
  chosen,
  current,
  onChoose,
}: {
  timeline: Timeline;
  chosen: string | undefined;
  current: string;
  onChoose: (id: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = moments.findIndex(({ id }) => id === chosen);
    const at = place === -1 ? moments.length : place;
    box.current?.scrollTo({ left: (at + 0.5) * STEP - box.current.clientWidth / 2 });
  }, [moments, chosen]);
  const width = (moments.length + 1) * STEP;
  const height = TOP + UNDER + (Math.max(1, lanes.length) - 1) * LANE;
  const now = Math.max(0, lanes.indexOf(current));
  const at = (index: number, lane: number) => ({ x: STEP / 2 + index * STEP, y: TOP + lane * LANE });
  return (
    <div ref={box} aria-hidden="true" className="hidden shrink-0 overflow-x-auto border-line border-b bg-surface md:block">
      <div className="relative" style={{ width, height }}>
        <svg className="absolute inset-0" width={width} height={height}>
          <title>Line of time</title>
          {moments.map(({ id, lane }, index) => {
            const from = at(index, lane);
            const next = moments[index + 1];
            const to = at(index + 1, next?.lane ?? now);
            const middle = (from.x + to.x) / 2;
            return (
              <path
                key={id}
                d={`M${from.x},${from.y} C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`}
                className="fill-none stroke-line-strong"
                strokeWidth={1.5}
                strokeDasharray={next === undefined ? '3 4' : undefined}
              />
            );
          })}
        </svg>
        {moments.map((moment, index) => {
          const { x, y } = at(index, moment.lane);
          const title = moment.kind === 'checkpoint' ? moment.checkpoint.label : moment.run.divider;
          return (
            <button
              key={moment.id}
              type="button"
              tabIndex={-1}
              title={title}
              onClick={() => onChoose(moment.id)}
              className="-translate-x-1/2 group absolute flex w-26 flex-col items-center text-[0.7rem] leading-4"
              style={{ left: x, top: y - 12 }}
            >
              <span className="flex size-6 items-center justify-center">
                <span className={joined(shapeOf(moment), chosen === moment.id && 'ring-4 ring-accent/40')} />
              </span>
              <span className="max-w-full truncate text-ink-soft group-hover:text-ink">{wordsOf(moment)}</span>
              <span className="text-ink-faint tabular-nums">{when(moment.at)}</span>
            </button>
          );
        })}
        <span
          className="-translate-x-1/2 -translate-y-1/2 absolute rounded-full bg-accent-soft px-2 py-0.5 font-medium text-accent text-xs"
          style={{ left: at(moments.length, now).x, top: at(moments.length, now).y }}
        >
          now
        </span>
      </div>
    </div>
  );
}

/** A moment in the few letters there is room for. */
function wordsOf(moment: Timeline['moments'][number]): string {
  return moment.kind === 'checkpoint' ? moment.checkpoint.label : `${short(moment.run.before)} → ${short(moment.run.after)}`;
}

/** Checkpoints are round, one's own a diamond, condensations a bar: shape says it, colour underlines it. */
function shapeOf(moment: Timeline['moments'][number]): string {
  if (moment.kind === 'fold')
    return joined(
      'block h-4 w-2 rounded-sm',
      moment.run.active ? 'bg-[var(--kind-summary)]' : 'border-2 border-[var(--kind-summary)] bg-surface',
    );
  if (!moment.checkpoint.automatic) return 'block size-3.5 rotate-45 rounded-[3px] border border-warning bg-warning-fill';
  return 'block size-3 rounded-full border-2 border-accent bg-surface';
}
