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

/** Something stored that is damaged; where it is `lost`, it is told until somebody says that they know of it. */
const Trouble = namedObject('Trouble', { session: id.nullable(), what: z.string(), lost: z.literal(true).optional() });
export type Trouble = z.infer<typeof Trouble>;

/** Sessions that ended abnormally. */
export const recovery = {
  list: get(
    '/api/recovery',
    'Sessions whose process died in the middle of something, and what is damaged',
    z.object({ sessions: list(RecoverableSession), troubles: list(Trouble) }),
  ),
  knowLoss: post(
    '/api/recovery',
    'Say that you know of messages that are missing: they are told as past from then on',
    z.object({ troubles: list(Trouble) }),
    { admin: true },
  ),
  recover: post('/api/recovery/:session', 'Bring everything back, or leave it as it is', Session, {
    body: z.strictObject({ action: z.enum(['resume', 'dismiss']) }),
  }),
};
