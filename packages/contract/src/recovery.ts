import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { endpoints } from './endpoint.ts';
import { id, list, namedObject } from './json.ts';
import { Session } from './session.ts';

const { get, post } = endpoints('recovery');

export const RecoverableSession = namedObject('RecoverableSession', {
  session: Session,
  prompt: z.string(),
  checkpoint: Checkpoint.nullable(),
  what: z.string(),
  partial: z.string().nullable(),
});
export type RecoverableSession = z.infer<typeof RecoverableSession>;

const Trouble = namedObject('Trouble', { session: id.nullable(), what: z.string() });
export type Trouble = z.infer<typeof Trouble>;

/** Sessions that ended abnormally. */
export const recovery = {
  list: get(
    '/api/recovery',
    'Sessions whose process died in the middle of something, and what is damaged',
    z.object({ sessions: list(RecoverableSession), troubles: list(Trouble) }),
  ),
  recover: post('/api/recovery/:session', 'Bring everything back, or leave it as it is', Session, {
    body: z.strictObject({ action: z.enum(['resume', 'dismiss']) }),
  }),
};
