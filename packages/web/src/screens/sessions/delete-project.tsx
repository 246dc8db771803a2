import type { Project } from '@tenfold/contract';
import { useRemoveProject } from '../../queries/projects.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** Asks before a project goes, with all that goes with it. */
export function DeleteProject({
  project: { id, name, sessions },
  onDeleted,
  onClose,
}: {
  project: Project;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { mutateAsync } = useRemoveProject();
  const chats = sessions === 1 ? '1 chat' : `${sessions} chats`;
  const remove = async () => {
    const gone = await mutateAsync(id);
    onDeleted();
    toast(`Deleted “${name}”`, { description: `${gone.sessions.length} of its chats went with it.` });
  };
  return (
    <Confirm
      onClose={onClose}
      title={`Delete “${name}” and its ${chats}?`}
      action={`Delete project and ${chats}`}
      danger
      onConfirm={() => void remove().catch(toastProblem)}
    >
      Every message, checkpoint and condensation in them is deleted for good. This cannot be undone; export what you want to keep
      first. Other conversations stay.
    </Confirm>
  );
}
