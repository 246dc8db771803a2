import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type NewToolServer, type ToolServerPatch } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useSessionId } from '../state/session-id.ts';
import { SHOWS_PROBLEM, useFetched, useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** Servers of tools, and whether commands may be entered here. */
export function useToolServers() {
  return useFetched(keys.toolServers, () => call(api.toolServers.list, {}));
}

/** Adds a server and asks it for its tools. */
export function useAddToolServer() {
  return useServerChange((body: NewToolServer) => call(api.toolServers.add, { body }), SHOWS_PROBLEM);
}

/** Says where its tools are offered and whether they may be called. */
export function useChangeToolServer() {
  return useServerChange(({ id, ...body }: ToolServerPatch & { id: string }) =>
    call(api.toolServers.update, { server: id, body }),
  );
}

/** Asks a server for its tools again. */
export function useRefreshToolServer() {
  return useServerChange((server: string) => call(api.toolServers.refresh, { server, body: {} }));
}

/** Removes a server. */
export function useRemoveToolServer() {
  return useServerChange((server: string) => call(api.toolServers.remove, { server }));
}

function useServerChange<Wish, Answer>(mutationFn: (wish: Wish) => Promise<Answer>, more: Partial<typeof SHOWS_PROBLEM> = {}) {
  const client = useQueryClient();
  return useMutation({ ...more, mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.toolServers }) });
}

/** Calls of tools that wait to be allowed. Events of the session keep it fresh. */
export function useWaitingCalls() {
  return useSessionFetched(keys.approvals, async (session) => (await call(api.toolServers.waiting, { session })).calls);
}

/** Allows a call or refuses it, this once or from now on. */
export function useDecide() {
  const session = useSessionId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; allow: boolean; remember?: boolean }) =>
      call(api.toolServers.decide, { session, call: id, body }),
    onSuccess: ({ calls }) => putFresh(client, keys.approvals(session), calls),
    onError: () => client.invalidateQueries({ queryKey: keys.approvals(session) }),
  });
}
