import { useMutation } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../../api/client.ts';
import { SHOWS_PROBLEM, useFetched } from '../../queries/fetched.ts';
import { keys } from '../../queries/keys.ts';

/** How often the list is looked at while it is shown. */
const LOOK_MS = 1_000;

/** What passes through the gateway, while it does. */
export function useTraffic() {
  return useFetched(keys.traffic, () => call(api.traffic.list, {}), { refetchInterval: LOOK_MS });
}

/** One request, as it was received and sent. It does not change any more once it was answered. */
export function usePassedRequest(id: string) {
  return useFetched([...keys.traffic, id], () => call(api.traffic.get, { id }));
}

/** What a request would have looked like under a strategy. */
export function useReplay(id: string) {
  return useMutation({
    ...SHOWS_PROBLEM,
    mutationFn: (strategy: string) => call(api.traffic.replay, { id, body: { strategy } }),
  });
}
