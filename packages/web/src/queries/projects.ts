import { type AnswerOf, api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Projects. */
export function useProjects() {
  return useFetched(keys.projects, async () => (await call(api.projects.list, {})).projects);
}

/** Starts a project. */
export function useCreateProject() {
  return useChange((wish: { name: string }) => call(api.projects.create, { body: wish }), [keys.projects]);
}

/** Removes a project with its chats; answers which went. */
export function useRemoveProject(onSuccess: (gone: AnswerOf<typeof api.projects.remove>) => void) {
  return useChange((project: string) => call(api.projects.remove, { project }), [keys.projects, keys.sessions], { onSuccess });
}
