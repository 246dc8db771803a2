import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Branch } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useSessionId } from '../state/session-id.ts';
import { branchName } from '../ui/names.ts';
import { toast } from '../ui/toast.tsx';
import { useSessionChange, useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** Branches of a session, and where they fork. */
export function useBranches() {
  return useSessionFetched(keys.branches, (session) => call(api.branches.list, { session }));
}

/** Goes on with another branch. */
export function useSwitchBranch() {
  return useSessionChange((session, branch: string) => call(api.branches.switch, { session, body: { branch } }), keys.session);
}

/** The same by choice, with the way back. */
export function useChooseBranch() {
  const { data } = useBranches();
  const { mutate: goBack } = useSwitchBranch();
  const { mutate, isPending } = useSessionChange(
    (session, { to }: { from: Branch; to: Branch }) => call(api.branches.switch, { session, body: { branch: to.name } }),
    keys.session,
    {
      onSuccess: (_, { from, to }) =>
        toast(`Now on “${branchName(to)}”`, { action: { label: 'Undo', run: () => goBack(from.name) } }),
    },
  );
  const choose = (name: string) => {
    const from = data?.branches.find(({ current }) => current);
    const to = data?.branches.find((branch) => branch.name === name);
    if (from !== undefined && to !== undefined && from !== to) mutate({ from, to });
  };
  return { choose, busy: isPending };
}

interface Naming {
  readonly branch: Branch;
  /** Null takes the name off. */
  readonly label: string | null;
}

function useLabelBranch(onSuccess?: (named: Naming) => void) {
  const session = useSessionId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ branch, label }: Naming) => call(api.branches.label, { session, branch: branch.name, body: { label } }),
    onSuccess: (tree, named) => {
      putFresh(client, keys.branches(session), tree);
      onSuccess?.(named);
    },
  });
}

/** Names a branch, with the way back. */
export function useNameBranch() {
  const { mutate: undo } = useLabelBranch();
  return useLabelBranch(({ branch, label }) =>
    toast(`The branch is called “${branchName({ name: branch.name, label })}”`, {
      action: { label: 'Undo', run: () => undo({ branch, label: branch.label }) },
    }),
  );
}
