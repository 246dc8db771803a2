import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Project, type Session, type SessionPatch } from '@tenfold/contract';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';
import { sessionName } from '../../ui/names.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { keep, removeLater } from './pending-removal.ts';

/** What can be done with a session from its row. */
export type RowActions = ReturnType<typeof useRowActions>['actions'];

/** Rename, pin, archive, move and delete, each with a way back. Moving to no project (null) takes it out of the one it is in. */
export function useRowActions() {
  const [renaming, setRenaming] = useState<string | null>(null);
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, ...change }: SessionPatch & { id: string }) => call(api.sessions.update, { session: id, body: change }),
    onSettled: (_, __, { id, projectId }) => {
      if (projectId !== undefined) void queries.invalidateQueries({ queryKey: keys.projects });
      void queries.invalidateQueries({ queryKey: keys.session(id), exact: true });
      return queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
  const patch = (change: Parameters<typeof mutateAsync>[0]) =>
    mutateAsync(change).then(
      () => true,
      () => false,
    );
  const name = (session: Session) => `“${sessionName(session)}”`;
  return {
    renaming,
    actions: {
      rename: ({ id }: Session) => setRenaming(id),
      retitle({ id, version }: Session, title: string | null) {
        setRenaming(null);
        if (title !== null) void patch({ id, title, expect: version });
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"] [data-row]`)?.focus(),
        );
      },
      async archive(session: Session) {
        const archived = session.archivedAt === null;
        if (!(await patch({ id: session.id, archived }))) return;
        toast(archived ? `Archived ${name(session)}` : `Brought back ${name(session)}`, {
          action: { label: 'Undo', run: () => void patch({ id: session.id, archived: !archived }) },
        });
      },
      pin: ({ id, pinnedAt }: Session) => void patch({ id, pinned: pinnedAt === null }),
      async move(session: Session, to: Project | null) {
        if (!(await patch({ id: session.id, projectId: to?.id ?? null }))) return;
        toast(to === null ? `${name(session)} belongs to no project now` : `Moved ${name(session)} to “${to.name}”`, {
          action: { label: 'Undo', run: () => void patch({ id: session.id, projectId: session.projectId }) },
        });
      },
      remove(session: Session) {
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
