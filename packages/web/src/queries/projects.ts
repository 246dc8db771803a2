import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Projects. */
export function useProjects() {
  return useQuery({
    queryKey: keys.projects,
    queryFn: async () => (await call(api.projects.list, {})).projects,
  });
}

/** Starts a project. */
export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: { name: string; strategy?: string | null }) => call(api.projects.create, { body: wish }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.projects }),
  });
}

/** Removes a project with its chats; answers which went. */
export function useRemoveProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (project: string) => call(api.projects.remove, { project }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.projects });
      void client.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}
