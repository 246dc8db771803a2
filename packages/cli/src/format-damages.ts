import { counted } from '@tenfold/core';

/** Something that cannot be read as it was written, and where. */
interface Damage {
  readonly session: string | null;
  readonly sequence: number | null;
  readonly what: string;
}

/** How many are named. */
const NAMED = 5;

/** What is damaged, in one line. */
export function formatDamages(damages: readonly Damage[]): string {
  const named = damages.slice(0, NAMED).map(({ session, sequence, what }) => {
    const where = [...(session === null ? [] : [`session ${session}`]), ...(sequence === null ? [] : [`message ${sequence}`])];
    return [...where, what].join(': ');
  });
  const more = damages.length > NAMED ? [`${damages.length - NAMED} more`] : [];
  return `${counted(damages.length, 'damage')} found: ${[...named, ...more].join('; ')}`;
}
