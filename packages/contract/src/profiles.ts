import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { list } from './json.ts';
import { Connectable, ListedModels, Profile, ProfileTest, ProfileWish, Provider } from './profile.ts';

const tag = 'profiles';

/** Configured models. Keys go in and never come out. */
export const profiles = {
  list: endpoint({
    method: 'get',
    path: '/api/profiles',
    tag,
    summary: 'Profiles, without their keys',
    answer: z.object({ profiles: list(Profile) }),
  }),
  connectable: endpoint({
    method: 'get',
    path: '/api/connectable',
    tag,
    summary: 'What can be connected at once: keys of the environment, servers of models on this machine',
    expensive: true,
    answer: z.object({ connectable: list(Connectable) }),
  }),
  models: endpoint({
    method: 'post',
    path: '/api/connectable/models',
    tag,
    summary: 'The models a provider offers to a key',
    body: z.strictObject({ provider: Provider, key: z.string().exactOptional(), baseUrl: z.string().exactOptional() }),
    expensive: true,
    answer: ListedModels,
  }),
  add: endpoint({
    method: 'post',
    path: '/api/profiles',
    tag,
    summary: 'Add a profile',
    body: ProfileWish,
    status: 201,
    answer: Profile,
  }),
  update: endpoint({
    method: 'patch',
    path: '/api/profiles/:profile',
    tag,
    summary: 'Change a profile; a key of null is cleared, an absent one stays',
    body: ProfileWish,
    answer: Profile,
  }),
  remove: endpoint({
    method: 'delete',
    path: '/api/profiles/:profile',
    tag,
    summary: 'Remove a profile and its key',
    answer: z.object({ removed: z.boolean() }),
  }),
  test: endpoint({
    method: 'post',
    path: '/api/profiles/:profile/test',
    tag,
    summary: 'Ask the model for one word',
    body: z.strictObject({}),
    expensive: true,
    answer: ProfileTest,
  }),
};
