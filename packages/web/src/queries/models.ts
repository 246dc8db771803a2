import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { ModelLimits, ModelWish } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

const at = (model: string) => `/api/models/${encodeURIComponent(model)}`;

/** Known models with their limits, who said so and when. */
export function useModels() {
  return useQuery({
    queryKey: keys.models,
    queryFn: async () => (await call<{ models: ModelLimits[] }>('GET', '/api/models')).models,
  });
}

/** Adds a model. */
export function useAddModel() {
  return useModelChange(({ id, ...limits }: ModelWish & { id: string }) =>
    call<ModelLimits>('POST', '/api/models', { id, ...limits }),
  );
}

/** Changes limits, in force at once. */
export function useChangeModel() {
  return useModelChange(({ id, ...limits }: ModelWish & { id: string }) => call<ModelLimits>('PATCH', at(id), limits));
}

/** Back to what is detected or built in. */
export function useResetModel() {
  return useModelChange((id: string) => call<ModelLimits>('DELETE', at(id)));
}

/** Limits decide how full every session is. */
function useModelChange<Wish>(mutationFn: (wish: Wish) => Promise<ModelLimits>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.models });
      void client.invalidateQueries({ queryKey: ['session'] });
    },
  });
}
