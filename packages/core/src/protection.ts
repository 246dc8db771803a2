import { type Conversation, positionsOf } from './conversation.ts';
import { unitsOf } from './rules/units.ts';

/** 1 for every entry that shows whole whatever is folded: the protected ones and the rest of their tool transactions. */
export function shownWhole({ transcript, protected: marked }: Conversation): Uint8Array {
  const whole = new Uint8Array(transcript.length);
  if (marked.size === 0) return whole;
  const at = positionsOf(transcript);
  const units = unitsOf(transcript);
  for (const id of marked) {
    const index = at.get(id);
    if (index === undefined) continue;
    const [first, last] = units.of(index);
    whole.fill(1, first, last + 1);
  }
  return whole;
}
