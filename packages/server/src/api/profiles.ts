import * as z from 'zod';
import { list } from '../json.ts';
import { route } from '../route.ts';
import { profileSchema, profileTestSchema, profileWishSchema } from './profile-schema.ts';

const tag = 'profiles';

/** Configured models. Keys go in and never come out. */
export const profileRoutes = [
  route({
    method: 'get',
    path: '/api/profiles',
    tag,
    summary: 'Profiles, without their keys',
    answer: z.object({ profiles: list(profileSchema) }),
    handle: async ({ tenfold }) => ({ profiles: await tenfold.profiles.list() }),
  }),
  route({
    method: 'post',
    path: '/api/profiles',
    tag,
    summary: 'Add a profile',
    body: profileWishSchema,
    status: 201,
    answer: profileSchema,
    handle: ({ tenfold, body }) => tenfold.profiles.add(body),
  }),
  route({
    method: 'patch',
    path: '/api/profiles/:profile',
    tag,
    summary: 'Change a profile; a key of null is cleared, an absent one stays',
    body: profileWishSchema,
    answer: profileSchema,
    handle: ({ tenfold, params, body }) => tenfold.profiles.update(params.profile, body),
  }),
  route({
    method: 'delete',
    path: '/api/profiles/:profile',
    tag,
    summary: 'Remove a profile and its key',
    answer: z.object({ removed: z.boolean() }),
    async handle({ tenfold, params }) {
      await tenfold.profiles.remove(params.profile);
      return { removed: true };
    },
  }),
  route({
    method: 'post',
    path: '/api/profiles/:profile/test',
    tag,
    summary: 'Ask the model for one word',
    body: z.strictObject({}),
    dear: true,
    answer: profileTestSchema,
    handle: ({ tenfold, params }) => tenfold.profiles.test(params.profile),
  }),
];
