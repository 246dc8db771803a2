import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { endpoints } from './endpoint.ts';
import { Job } from './status.ts';

const { post } = endpoints('commands');

/** Slash commands; they never reach the model. */
export const commands = {
  run: post(
    '/api/sessions/:session/commands',
    '/compact [--force] [--fast] [--keep TOKENS], /summarize, /save-progress ["label"]',
    z.object({
      ok: z.boolean(),
      message: z.string(),
      job: Job.exactOptional(),
      checkpoint: Checkpoint.exactOptional(),
    }),
    { body: z.strictObject({ line: z.string().min(1).max(2_000) }), expensive: true },
  ),
};
