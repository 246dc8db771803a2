import type { ContextStatus } from '@tenfold/contract';
import { whole } from '../../../ui/figures.ts';

/** What sending the draft comes to: its tokens and, where it crosses a watermark, what will happen then. */
export function forecast(now: ContextStatus, drafted: ContextStatus): string {
  const { draft } = drafted.breakdown;
  if (draft === 0) return '';
  const tokens = `+${whole(draft)} tokens`;
  const then = `after this message ${Math.round(drafted.percent)}%`;
  if (drafted.used >= drafted.hardAt) return `${tokens} · ${then}: it waits until older messages are condensed`;
  if (drafted.used >= drafted.softAt && now.used < now.softAt) return `${tokens} · ${then}: condenses in the background`;
  return tokens;
}
