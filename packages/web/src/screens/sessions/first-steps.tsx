import { Link } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

const KEY = 'tenfold.first-steps';

/** Three things to try with the only conversation there is; gone for good once closed. */
export function FirstSteps({ session }: { session: Session }) {
  const [open, setOpen] = useState(() => localStorage.getItem(KEY) === null);
  if (!open) return null;
  const params = { session: session.id };
  const look = 'font-medium text-accent underline-offset-2 hover:underline';
  return (
    <aside aria-label="First steps" className="relative mb-5 rounded-2xl border border-line bg-surface p-5">
      <h2 className="font-semibold">A conversation to play with is ready</h2>
      <ol className="mt-2 grid list-decimal gap-1 pl-5 text-ink-soft text-sm">
        <li>
          <Link to="/s/$session" params={params} className={look}>
            Open it
          </Link>{' '}
          and watch the gauge under the messages. Condense it, then undo it: nothing is lost.
        </li>
        <li>
          <Link to="/s/$session/lab" params={params} className={look}>
            Try every strategy on it
          </Link>{' '}
          side by side. The free ones run at once.
        </li>
        <li>
          <Link to="/s/$session/inspector" params={params} className={look}>
            See exactly what is sent
          </Link>{' '}
          to the model, row by row.
        </li>
      </ol>
      <IconButton
        label="Close first steps"
        icon={<X />}
        className="absolute top-3 right-3"
        onClick={() => {
          localStorage.setItem(KEY, 'closed');
          setOpen(false);
        }}
      />
    </aside>
  );
}
