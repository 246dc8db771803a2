import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Moves a row one place up or down. At the ends a button stays where it is, so that focus is not lost. */
export function MoveButtons({
  id,
  name,
  first,
  last,
  onMove,
}: {
  id: string;
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1, button: string) => void;
}) {
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        icon={<ArrowUp />}
        data-move={`${id}:up`}
        aria-disabled={first || undefined}
        className={first ? 'opacity-40' : ''}
        onClick={() => !first && onMove(-1, `${id}:up`)}
      />
      <IconButton
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        data-move={`${id}:down`}
        aria-disabled={last || undefined}
        className={last ? 'opacity-40' : ''}
        onClick={() => !last && onMove(1, `${id}:down`)}
      />
    </>
  );
}
