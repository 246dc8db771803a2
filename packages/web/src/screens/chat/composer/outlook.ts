import type { ContextStatus } from '@tenfold/contract';
import { forecast } from './forecast.ts';

/** What sending the draft comes to, in words; where a choice comes first, that. */
export function outlookOf(now: ContextStatus | undefined, drafted: ContextStatus | undefined, blocked: boolean): string {
  if (blocked) return 'The context is full: choose above how to go on';
  return now === undefined || drafted === undefined ? '' : forecast(now, drafted);
}
