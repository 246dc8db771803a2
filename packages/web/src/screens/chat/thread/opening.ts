import type { Entry } from '@tenfold/contract';

/** Whether a message is part of how the conversation begins, which no strategy touches. */
export function isOpening({ position, role }: Pick<Entry, 'position' | 'role'>): boolean {
  return position === 0 || role === 'system';
}
