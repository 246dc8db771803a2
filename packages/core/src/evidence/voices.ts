import { writersOf } from '../injected.ts';
import type { Passage } from './passage.ts';

/** Passages in which what a harness put into the user's role is a tool's, and doubtful stretches are marked: only a person gives orders. */
export function voiced<P extends Passage>(passages: readonly P[]): readonly P[] {
  const users = passages.filter(({ voice }) => voice === 'user');
  if (users.length === 0) return passages;
  const writers = writersOf(users.map(({ text }) => text));
  return passages.flatMap((passage) => {
    if (passage.voice !== 'user') return [passage];
    const written = writers(passage.text);
    if (written.every(({ writer }) => writer === 'person')) return [passage];
    return written.map(({ start, end, writer }) => ({
      ...passage,
      text: passage.text.slice(start, end),
      from: (passage.from ?? 0) + start,
      ...(writer === 'harness' ? { voice: 'result' as const } : writer === 'doubt' ? { doubt: true } : {}),
    }));
  });
}
