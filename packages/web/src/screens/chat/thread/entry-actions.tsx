import { useNavigate } from '@tanstack/react-router';
import type { Entry } from '@tenfold/contract';
import { messageText } from '@tenfold/core';
import { Layers, Lock, LockOpen, Pencil, RotateCcw } from 'lucide-react';
import { useProtect } from '../../../queries/session.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { short } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast, toastProblem } from '../../../ui/toast.tsx';
import { useThread } from './in-thread.ts';
import { isOpening } from './opening.ts';

/** What can be done with a message, once it is pointed at or touched; with the last one, by touch, at once. */
export function EntryActions({ entry }: { entry: Entry }) {
  const { session, edit, regenerate } = useThread();
  const protect = useProtect(session);
  const cost = `keeps ${short(entry.tokens)} tokens in every request`;
  const toggle = () =>
    protect
      .mutateAsync({ entry, value: !entry.protected })
      .then(() => toast(entry.protected ? 'No longer protected' : `Protected: ${cost}`), toastProblem);
  return (
    <div className="flex items-center gap-0.5 opacity-0 transition-opacity focus-within:opacity-100 group-hover/entry:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:group-last/row:opacity-100">
      <CopyButton text={() => messageText(entry)} label="Copy as Markdown" />
      {entry.role === 'user' && <IconButton label="Edit and send again" icon={<Pencil />} onClick={() => edit(entry)} />}
      {entry.model !== undefined && <SeeRequest entry={entry} />}
      {entry.role === 'assistant' && <IconButton label="Answer again" icon={<RotateCcw />} onClick={() => regenerate(entry)} />}
      {(entry.protected || !isOpening(entry)) && (
        <IconButton
          label={entry.protected ? 'Stop protecting' : `Protect: ${cost}`}
          icon={entry.protected ? <Lock /> : <LockOpen />}
          pressed={entry.protected}
          disabled={protect.isPending}
          onClick={toggle}
        />
      )}
    </div>
  );
}

/** The way to what was sent for an answer. */
function SeeRequest({ entry }: { entry: Entry }) {
  const { session } = useThread();
  const navigate = useNavigate();
  return (
    <IconButton
      label="See what was sent for it"
      icon={<Layers />}
      onClick={() => void navigate({ to: '/s/$session/inspector', params: { session }, search: { request: entry.id } })}
    />
  );
}
