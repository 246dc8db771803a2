import * as z from 'zod';
import { route } from '../route.ts';
import { checkpointSchema } from './checkpoint-schema.ts';
import { jobSchema } from './status-schema.ts';

/** Slash commands; they never reach the model. */
export const commandRoutes = [
  route({
    method: 'post',
    path: '/api/sessions/:session/commands',
    tag: 'commands',
    summary: '/compact [--force] [--fast] [--keep TOKENS], /summarize, /save-progress ["label"]',
    body: z.strictObject({ line: z.string().min(1).max(2_000) }),
    dear: true,
    answer: z.object({
      ok: z.boolean(),
      message: z.string(),
      job: jobSchema.optional(),
      checkpoint: checkpointSchema.optional(),
    }),
    handle: ({ tenfold, params, body }) => tenfold.commands.run(params.session, body.line),
  }),
];
