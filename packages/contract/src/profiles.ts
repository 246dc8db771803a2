import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { list } from './json.ts';
import { Connectable, ListedModels, Profile, ProfileTest, ProfileWish, Provider } from './profile.ts';

const { delete: remove, get, patch, post } = endpoints('profiles');

/** Configured models. Keys go in and never come out. */
export const profiles = {
  list: get('/api/profiles', 'Profiles, without their keys', {
    answer: z.object({ profiles: list(Profile) }),
  }),
  connectable: get(
    '/api/connectable',
    'What can be connected at once: keys of the environment, servers of models on this machine',
    {
      expensive: true,
      answer: z.object({ connectable: list(Connectable) }),
    },
  ),
  models: post('/api/connectable/models', 'The models a provider offers to a key', {
    body: z.strictObject({ provider: Provider, key: z.string().exactOptional(), baseUrl: z.string().exactOptional() }),
    expensive: true,
    answer: ListedModels,
  }),
  add: post('/api/profiles', 'Add a profile', {
    body: ProfileWish,
    status: 201,
    answer: Profile,
  }),
  update: patch('/api/profiles/:profile', 'Change a profile; a key of null is cleared, an absent one stays', {
    body: ProfileWish,
    answer: Profile,
  }),
  remove: remove('/api/profiles/:profile', 'Remove a profile and its key', {
    answer: z.object({ removed: z.boolean() }),
  }),
  test: post('/api/profiles/:profile/test', 'Ask the model for one word', {
    body: z.strictObject({}),
    expensive: true,
    answer: ProfileTest,
  }),
};
