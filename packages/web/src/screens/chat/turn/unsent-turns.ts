import { api } from '@tenfold/contract';
import { call } from '../../../api/client.ts';
import { Problem } from '../../../api/problem.ts';
import { askBeforeLeaving } from '../../../state/ask-before-leaving.ts';
import { keepStored, readStored } from '../../../state/stored.ts';
import type { LiveTurn, TurnInput } from './live-turn.ts';
import { SENT } from './turn-stream.ts';

/** A message nobody has taken yet, as it outlives a reload of the tab. */
interface Unsent {
  readonly key: string;
  readonly input: TurnInput;
  /** Files there was no room to keep. */
  readonly lost?: readonly string[];
}

const named = (session: string) => `tenfold.unsent.${session}`;
const written = new Map<string, string>();

/** Keeps what was sent and nobody has taken yet, for when the tab is reloaded. */
export function keepUnsent(session: string, turns: readonly LiveTurn[]): void {
  const unsent = turns.filter(isUnsent).map(({ key, input }): Unsent => ({ key, input }));
  const names = namesOf(unsent);
  if (written.get(session) === names || (names === '' && !written.has(session))) return;
  written.set(session, names);
  const isKept = write(session, unsent) || write(session, unsent.map(withoutFiles));
  askBeforeLeaving(named(session), !isKept);
}

/** What was sent before a reload and is neither in line nor in the record: it stands in the thread as not sent, with every way on. */
export async function unsentBefore(session: string): Promise<readonly LiveTurn[]> {
  const kept = read(session);
  if (kept.length === 0) return [];
  const taken = await takenOf(session, kept);
  const left = kept.filter(({ key }) => !taken.has(key));
  written.set(session, namesOf(left));
  write(session, left);
  return left.map(refused);
}

/** Keys of those messages that the server has, in line or in the record. */
export async function takenOf(session: string, sent: readonly { readonly key: string }[]): Promise<ReadonlySet<string | null>> {
  const [{ messages }, { keys }] = await Promise.all([
    call(api.turns.queue, { session }),
    call(api.entries.appended, { session, query: { keys: namesOf(sent) } }),
  ]);
  return new Set([...keys, ...messages.map(({ idempotencyKey }) => idempotencyKey)]);
}

/** A message that the server does not have, and why. */
export function notSent(why: string, todo = 'Send it again, or edit it first.'): Problem {
  return new Problem({
    code: 'not-sent',
    status: 0,
    detail: `This message was not sent: ${why}`,
    kept: 'Its words are still here.',
    todo,
  });
}

function namesOf(unsent: readonly { readonly key: string }[]): string {
  return unsent.map(({ key }) => key).join();
}

function refused({ key, input, lost = [] }: Unsent): LiveTurn {
  const todo = lost.length === 0 ? undefined : `Edit it and attach ${lost.join(', ')} again.`;
  const problem = notSent('the page was reloaded before Tenfold had it.', todo);
  return { key, input, answering: { ...SENT, state: 'failed' }, problem };
}

function isUnsent({ input, answering, problem }: LiveTurn): boolean {
  return input.regenerate === undefined && !answering.stored && (answering.state === 'sending' || problem !== null);
}

function withoutFiles({ key, input: { attachments, ...input } }: Unsent): Unsent {
  return { key, input, ...(attachments === undefined ? {} : { lost: attachments.map(({ name }) => name) }) };
}

function write(session: string, unsent: readonly Unsent[]): boolean {
  return keepStored('sessionStorage', named(session), unsent.length === 0 ? null : unsent);
}

function read(session: string): readonly Unsent[] {
  const kept = readStored('sessionStorage', named(session));
  // A tab from before an update has kept the input as `saying`.
  const unsent = Array.isArray(kept) ? kept.map((one) => ({ input: one?.saying, ...one })) : [];
  return unsent.filter(({ key, input }) => typeof key === 'string' && typeof input?.text === 'string');
}
