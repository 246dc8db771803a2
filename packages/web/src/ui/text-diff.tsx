import { useMemo } from 'react';
import { counted } from './figures.ts';
import { joined } from './joined.ts';
import { lineDiff, withoutMiddles } from './line-diff.ts';

const LOOK = {
  same: { sign: ' ', look: 'text-ink-soft' },
  gone: { sign: '−', look: 'bg-critical-soft text-ink' },
  new: { sign: '+', look: 'bg-normal-soft text-ink' },
} as const;
const MAX_LINES = 2_000;

/** What changed between two texts, line by line; signs as well as colours. */
export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const pieces = useMemo(() => withoutMiddles(lineDiff(before, after)), [before, after]);
  let room = MAX_LINES;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto rounded-lg border border-line bg-surface font-mono text-xs leading-5"
    >
      {pieces.map((piece, index) => {
        if (piece.kind === 'left-out') return <LeftOut key={index} count={piece.count} />;
        const lines = piece.lines.slice(0, Math.max(0, room));
        const cut = piece.lines.length - lines.length;
        room -= lines.length;
        const { sign, look } = LOOK[piece.kind];
        return (
          <div key={index} className={look}>
            <span className="sr-only">{piece.kind === 'gone' ? 'Before:' : piece.kind === 'new' ? 'After:' : ''}</span>
            {lines.map((line, at) => (
              <div key={at} className="flex">
                <span
                  aria-hidden="true"
                  className={joined('w-6 shrink-0 select-none text-center', piece.kind === 'same' && 'opacity-0')}
                >
                  {sign}
                </span>
                <span className="min-w-0 flex-1 whitespace-pre-wrap pr-2">{line}</span>
              </div>
            ))}
            {cut > 0 && <LeftOut count={cut} />}
          </div>
        );
      })}
    </section>
  );
}

function LeftOut({ count }: { count: number }) {
  return <div className="bg-sunken px-6 py-0.5 text-ink-faint">… {counted(count, 'line')} …</div>;
}
