import type { Session } from '@tenfold/contract';
import { useState } from 'react';
import { useChangeSession } from '../../queries/session.ts';
import { sessionName } from '../../ui/session-name.ts';
import { toastProblem } from '../../ui/toast.tsx';

/** The title of a session; a click, or Enter on it, changes it in place. */
export function InlineTitle({ session }: { session: Session }) {
  const [title, setTitle] = useState<string | null>(null);
  const change = useChangeSession(session.id);
  const save = () => {
    const wish = title?.trim() ?? '';
    setTitle(null);
    if (wish !== '' && wish !== session.title) change.mutate({ title: wish }, { onError: toastProblem });
  };
  if (title === null)
    return (
      <button
        type="button"
        title="Rename"
        onClick={() => setTitle(session.title)}
        className="max-w-full truncate rounded-md px-1.5 py-0.5 text-left hover:bg-sunken"
      >
        {sessionName({ title: session.title })}
      </button>
    );
  return (
    <input
      aria-label="Title"
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed.
      autoFocus
      value={title}
      maxLength={200}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        else if (event.key === 'Escape') setTitle(null);
      }}
      className="w-full rounded-md bg-sunken px-1.5 py-0.5 outline-none ring-2 ring-accent"
    />
  );
}
