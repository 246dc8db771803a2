import type { Session } from '@tenfold/contract';
import { useState } from 'react';
import { useChangeSession } from '../../queries/session.ts';
import { sessionName } from '../../ui/session-name.ts';
import { toastProblem } from '../../ui/toast.tsx';
import { RenameField } from '../sessions/rename-field.tsx';

/** The title of a session; a click, or Enter on it, changes it in place. */
export function InlineTitle({ session }: { session: Session }) {
  const [renaming, setRenaming] = useState(false);
  const change = useChangeSession(session.id);
  const rename = (title: string | null) => {
    setRenaming(false);
    if (title !== null) change.mutate({ title }, { onError: toastProblem });
  };
  if (renaming) return <RenameField title={session.title} onDone={rename} />;
  return (
    <button
      type="button"
      title="Rename"
      onClick={() => setRenaming(true)}
      className="max-w-full truncate rounded-md px-1.5 py-0.5 text-left hover:bg-sunken"
    >
      {sessionName({ title: session.title })}
    </button>
  );
}
