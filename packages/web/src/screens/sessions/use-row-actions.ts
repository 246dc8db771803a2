import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Session } from '../../api/contract.ts';
import { keys } from '../../queries/keys.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { keep, removeLater } from './pending-removal.ts';
import type { RowActions } from './row-actions.ts';

/** Rename, archive and delete, each with a way back. */
export function useRowActions(): { renaming: string | null; actions: RowActions } {
  const [renaming, setRenaming] = useState<string | null>(null);
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, ...change }: { id: string; title?: string; archived?: boolean }) =>
      call<Session>('PATCH', `/api/sessions/${id}`, change),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.sessions }),
  });
  const patch = (change: Parameters<typeof mutateAsync>[0]) => mutateAsync(change).catch(toastProblem);
  const name = ({ title }: Session) => `“${title || 'Untitled'}”`;
  return {
    renaming,
    actions: {
      rename: ({ id }) => setRenaming(id),
      retitle({ id }, title) {
        setRenaming(null);
        if (title !== null) void patch({ id, title });
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"] [data-row]`)?.focus(),
        );
      },
      async archive(session) {
        const archived = session.archivedAt === null;
        await patch({ id: session.id, archived });
        toast(archived ? `Archived ${name(session)}` : `Brought back ${name(session)}`, {
          action: { label: 'Undo', run: () => void patch({ id: session.id, archived: !archived }) },
        });
      },
      remove(session) {
        const refresh = () => void queries.invalidateQueries({ queryKey: keys.sessions });
        removeLater(session.id, refresh, toastProblem);
        toast(`Deleted ${name(session)}`, {
          description: 'With all its messages and checkpoints.',
          action: { label: 'Undo', run: () => keep(session.id) },
        });
      },
    },
  };
}
