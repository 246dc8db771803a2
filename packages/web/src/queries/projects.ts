import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Project } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

/** Projects. */
export function useProjects() {
  return useQuery({
    queryKey: keys.projects,
    queryFn: async () => (await call<{ projects: Project[] }>('GET', '/api/projects')).projects,
  });
}

/** Starts a project. */
export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: { name: string; strategy?: string | null }) => call<Project>('POST', '/api/projects', wish),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.projects }),
  });
}

/** Renames a project or chooses its strategy. */
export function useChangeProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ project, ...patch }: { project: string; name?: string; strategy?: string | null }) =>
      call<Project>('PATCH', `/api/projects/${project}`, patch),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.projects }),
  });
}

/** Removes a project with its chats; answers which went. */
export function useRemoveProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (project: string) => call<{ sessions: string[] }>('DELETE', `/api/projects/${project}`),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.projects });
      void client.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}
