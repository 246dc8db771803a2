import type { TurnEvent } from '@tenfold/session';

type Piece = Extract<TurnEvent, { type: 'text' | 'reasoning' }>;

/** Milliseconds in which what comes of an answer goes out as one: quicker than a screen needs, and a fraction of the packets. */
const TOGETHER_MS = 40;

/** Writes what happens in a turn: the first piece of an answer at once, those that follow it closely together, all else in its place. */
export function joinedPieces(write: (event: TurnEvent) => void, together: number = TOGETHER_MS) {
  let held: Piece | null = null;
  let timer: NodeJS.Timeout | undefined;
  const letGo = () => {
    clearTimeout(timer);
    timer = undefined;
    const piece = held;
    held = null;
    if (piece !== null) write(piece);
    return piece !== null;
  };
  const wait = () => {
    timer = setTimeout(() => letGo() && wait(), together);
  };
  const take = (piece: Piece) => {
    if (held !== null && held.type === piece.type && held.id === piece.id) held = { ...held, delta: held.delta + piece.delta };
    else if (held === null && timer !== undefined) held = piece;
    else {
      letGo();
      write(piece);
      wait();
    }
  };
  return {
    write(event: TurnEvent): void {
      if (event.type === 'text' || event.type === 'reasoning') take(event);
      else {
        letGo();
        write(event);
      }
    },
    /** Nothing more comes. */
    end: (): void => void letGo(),
  };
}
