import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { list } from './json.ts';
import { Connectable, ListedModels, Profile, ProfileTest, ProfileWish, Provider } from './profile.ts';

const { delete: remove, get, patch, post } = endpoints('profiles');

/** Configured models. Keys go in and never come out. */
export const profiles = {
  list: get('/api/profiles', 'Profiles, without their keys', z.object({ profiles: list(Profile) })),
  connectable: get(
    '/api/connectable',
    'What can be connected at once: keys of the environment, servers of models on this machine',
    z.object({ connectable: list(Connectable) }),
    { expensive: true },
  ),
  models: post('/api/connectable/models', 'The models a provider offers to a key', ListedModels, {
    body: z.strictObject({
      provider: Provider,
      key: z.string().max(10_000).exactOptional(),
      baseUrl: z.string().max(2_000).exactOptional(),
    }),
    expensive: true,
  }),
  add: post('/api/profiles', 'Add a profile', Profile, { body: ProfileWish, status: 201 }),
  update: patch('/api/profiles/:profile', 'Change a profile; a key of null is cleared, an absent one stays', Profile, {
    body: ProfileWish,
  }),
  remove: remove('/api/profiles/:profile', 'Remove a profile and its key', z.object({ removed: z.boolean() })),
  test: post('/api/profiles/:profile/test', 'Ask the model for one word', ProfileTest, {
    body: z.strictObject({}),
    expensive: true,
  }),
};
