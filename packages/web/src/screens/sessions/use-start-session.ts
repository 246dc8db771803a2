import { useNavigate } from '@tanstack/react-router';
import { useCreateSession } from '../../queries/sessions.ts';
import { toastProblem } from '../../ui/toast.tsx';

/** Starts a conversation, in a project where one is chosen, and opens it. */
export function useStartSession(project: string | undefined) {
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useCreateSession();
  const start = async () => {
    const { id } = await mutateAsync(project === undefined ? {} : { kind: 'project', projectId: project });
    await navigate({ to: '/s/$session', params: { session: id } });
  };
  return { start: () => void start().catch(toastProblem), starting: isPending };
}
