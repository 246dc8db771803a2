import { api, type ModelLimits, type ModelWish } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { SHOWS_PROBLEM, useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Known models with their limits, who said so and when. */
export function useModels() {
  return useFetched(keys.models, async () => (await call(api.models.list, {})).models);
}

/** Adds a model. */
export function useAddModel() {
  return useModelChange(({ id, ...limits }: ModelWish & { id: string }) => call(api.models.add, { body: { id, ...limits } }));
}

/** Changes limits, in force at once. */
export function useChangeModel() {
  return useModelChange(({ id, ...limits }: ModelWish & { id: string }) => call(api.models.update, { model: id, body: limits }));
}

/** Back to what is detected or built in. */
export function useResetModel() {
  return useModelChange((id: string) => call(api.models.reset, { model: id }));
}

/** Limits decide how full every session is. */
function useModelChange<Wish>(change: (wish: Wish) => Promise<ModelLimits>) {
  return useChange(change, [keys.models, ['session']], SHOWS_PROBLEM);
}
