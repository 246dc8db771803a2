import type { ContextStatus } from '@tenfold/contract';

const WIDTH = 20;
const MARKS = { normal: '', warning: '!', critical: '!!' } as const;

/** `▓▓▓▓▓▓▓▓▓▓▓▓│░░░ 61% 64.2k/105k · condenses at 80%`: the gauge in one line, readable without colours. */
export function statusLine({ used, room, percent, level, exact, softAt, breakdown }: ContextStatus): string {
  const filled = Math.min(WIDTH, Math.round((percent / 100) * WIDTH));
  const tick = Math.min(WIDTH - 1, Math.round((softAt / room) * WIDTH));
  const bar = Array.from({ length: WIDTH }, (_, cell) => (cell < filled ? '▓' : cell === tick ? '│' : '░')).join('');
  const about = exact ? '' : '≈';
  const soft = Math.round((100 * softAt) / room);
  const draft = breakdown.draft === 0 ? '' : ` · ${short(breakdown.draft)} of it being typed`;
  return `${bar} ${about}${Math.round(percent)}%${MARKS[level]} ${short(used)}/${short(room)}${draft} · condenses at ${soft}%`;
}

/** `64210` → `64.2k`. */
function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(tokens < 100_000 ? 1 : 0)}k`;
}
