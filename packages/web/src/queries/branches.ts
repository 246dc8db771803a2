import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { branchName } from '../ui/names.ts';
import { toast, toastProblem } from '../ui/toast.tsx';
import { useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** Branches of a session, and where they fork. */
export function useBranches(session: string) {
  return useFetched(keys.branches(session), () => call(api.branches.list, { session }));
}

/** Goes on with another branch. */
export function useSwitchBranch(session: string) {
  return useChange((branch: string) => call(api.branches.switch, { session, body: { branch } }), keys.session(session));
}

/** The same by choice, told and with the way back. */
export function useChooseBranch(session: string) {
  const { data } = useBranches(session);
  const { mutate, isPending } = useSwitchBranch(session);
  const choose = (name: string) => {
    const before = data?.branches.find(({ current }) => current);
    const next = data?.branches.find((branch) => branch.name === name);
    if (before === undefined || next === undefined || before === next) return;
    const back = { label: 'Undo', run: () => mutate(before.name, { onError: toastProblem }) };
    mutate(name, { onSuccess: () => toast(`Now on “${branchName(next)}”`, { action: back }), onError: toastProblem });
  };
  return { choose, busy: isPending };
}

/** Names a branch; null takes the name off. */
export function useNameBranch(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ branch, label }: { branch: string; label: string | null }) =>
      call(api.branches.label, { session, branch, body: { label } }),
    onSuccess: (tree) => putFresh(client, keys.branches(session), tree),
  });
}
