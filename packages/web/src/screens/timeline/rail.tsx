import { useEffect, useMemo, useRef } from 'react';
import { short, when } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import { graphOf, type Spot } from './graph.ts';
import type { Lane } from './lanes.ts';
import type { Moment } from './timeline-events.ts';

const STEP = 112;
const LANE = 58;
const TOP = 22;
const UNDER = 50;

const placeOf = ({ column, lane }: Spot) => ({ x: STEP / 2 + column * STEP, y: TOP + lane * LANE });

/** The line of time as a graph of branches, for eyes and mice; the list below says the same to everyone. */
export function Rail({
  moments,
  lanes,
  chosen,
  onChoose,
  onSwitch,
}: {
  moments: readonly Moment[];
  lanes: readonly Lane[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onSwitch: (branch: string) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { spots, lines, columns } = useMemo(() => graphOf(moments, lanes), [moments, lanes]);
  useEffect(() => {
    const place = moments.findIndex(({ id }) => id === chosen);
    const at = place === -1 ? columns : place + 1;
    box.current?.scrollTo({ left: (at + 0.5) * STEP - box.current.clientWidth / 2 });
  }, [moments, columns, chosen]);
  const width = columns * STEP;
  const height = TOP + UNDER + (Math.max(1, lanes.length) - 1) * LANE;
  return (
    <div ref={box} aria-hidden="true" className="hidden max-h-72 shrink-0 overflow-auto border-line border-b bg-surface md:block">
      <div className="relative" style={{ width, height }}>
        <svg className="absolute inset-0" width={width} height={height}>
          <title>Line of time</title>
          {lines.map(({ fork, through }, lane) => (
            <g key={lanes[lane]?.branch} className={lanes[lane]?.current ? 'stroke-accent' : 'stroke-line-strong'} fill="none">
              <path d={pathOf(fork, through)} strokeWidth={lanes[lane]?.current ? 2 : 1.5} />
              {fork === null && <circle cx={STEP / 2} cy={TOP} r={3} />}
              {fork !== null && <circle data-fork="" cx={forkX(fork)} cy={placeOf(fork).y} r={3.5} className="fill-surface" />}
            </g>
          ))}
        </svg>
        {moments.map((moment, index) => {
          const { x, y } = placeOf(spots[index] ?? { column: 0, lane: 0 });
          return (
            <button
              key={moment.id}
              type="button"
              tabIndex={-1}
              title={moment.kind === 'checkpoint' ? moment.checkpoint.label : moment.run.divider}
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
        {lanes.map(({ branch, label, current }, lane) => {
          const { x, y } = placeOf({ column: columns - 1, lane });
          return (
            <button
              key={branch}
              type="button"
              tabIndex={-1}
              disabled={current}
              title={current ? 'In use now' : `Go on with ${label}`}
              onClick={() => onSwitch(branch)}
              className={joined(
                '-translate-x-1/2 -translate-y-1/2 absolute max-w-26 truncate rounded-full px-2 py-0.5 font-medium text-xs',
                current ? 'bg-accent-soft text-accent' : 'border border-line bg-surface text-ink-soft hover:text-ink',
              )}
              style={{ left: x, top: y }}
            >
              {lanes.length === 1 ? 'now' : label}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Forks lie between two columns, where no moment is. */
function forkX(fork: Spot): number {
  return placeOf(fork).x + STEP / 2;
}

/** Out of another lane in a bend, then along one's own. */
function pathOf(fork: Spot | null, through: readonly Spot[]): string {
  const [first, ...rest] = through.map(placeOf);
  if (first === undefined) return '';
  const on = rest.map(({ x, y }) => `L${x},${y}`).join(' ');
  if (fork === null) return `M${first.x},${first.y} ${on}`;
  const [x, y] = [forkX(fork), placeOf(fork).y];
  return `M${x},${y} C${x + STEP / 4},${y} ${x + STEP / 4},${first.y} ${x + STEP / 2},${first.y} L${first.x},${first.y} ${on}`;
}

/** A moment in the few letters there is room for. */
function wordsOf(moment: Moment): string {
  return moment.kind === 'checkpoint' ? moment.checkpoint.label : `${short(moment.run.before)} → ${short(moment.run.after)}`;
}

/** Checkpoints are round, one's own a diamond, condensations a bar: shape says it, colour underlines it. */
function shapeOf(moment: Moment): string {
  if (moment.kind === 'fold')
    return joined(
      'block h-4 w-2 rounded-sm',
      moment.run.active ? 'bg-[var(--kind-summary)]' : 'border-2 border-[var(--kind-summary)] bg-surface',
    );
  if (!moment.checkpoint.automatic) return 'block size-3.5 rotate-45 rounded-[3px] border border-warning bg-warning-fill';
  return 'block size-3 rounded-full border-2 border-accent bg-surface';
}
