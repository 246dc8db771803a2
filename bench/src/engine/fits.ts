import { budgetOf, presets } from '../../../packages/core/src/index.ts';
import { conversationFrom, heldTokens } from './mid-turn.ts';
import { chosen } from './ours.ts';
import { count, type Recorded, weigh } from './recorded-sessions.ts';
import { requestsOf } from './replay.ts';
import { embeddedModel, runAnswered } from './run-answered.ts';

/** Requests that had to be made to fit a room by one strategy. */
export interface FitRow {
  readonly name: string;
  readonly room: number;
  readonly requests: number;
  /** Those that only the floor made fit. */
  readonly floors: number;
  /** Those that could not be made to fit: what is held alone is too much, or not. */
  readonly held: readonly string[];
  readonly wrong: readonly string[];
}

const ROOMS = [16_000, 32_000, 64_000];
/** Requests of a conversation that are looked at, evenly over those too large for the room. */
const LOOKS = 2;

/** Folds requests of every conversation into rooms of several sizes, by every strategy. */
export function fitRows(sessions: readonly Recorded[]): readonly FitRow[] {
  return ROOMS.flatMap((room) => {
    const requests = sessions.flatMap((session) => tooLarge(session, room));
    return ['lossless', 'truncation', 'native', 'smart', ...presets.map(({ id }) => id)].map((id) => fitRow(id, room, requests));
  });
}

function tooLarge({ name, messages }: Recorded, room: number) {
  const above = [...requestsOf(messages), messages.length].filter((end) => weigh(messages.slice(0, end)) > room);
  const ends = new Set(Array.from({ length: LOOKS }, (_, look) => above[Math.ceil(((look + 1) * above.length) / LOOKS) - 1]));
  return [...ends].flatMap((end) => (end === undefined ? [] : [{ name: `${name} at ${end}`, messages: messages.slice(0, end) }]));
}

function fitRow(id: string, room: number, requests: ReturnType<typeof tooLarge>): FitRow {
  const { name, strategy, passes } = chosen(id);
  const budget = budgetOf(room);
  const row = { name, room, requests: requests.length, floors: 0, held: [] as string[], wrong: [] as string[] };
  for (const { name, messages } of requests) {
    const conversation = conversationFrom(messages);
    const plan = { conversation, strategy, passes, budget, count, limit: room, askRoom: 1_000_000_000 };
    const { report, unmet } = runAnswered(plan, embeddedModel({ count }));
    if (report.means === 'floor') row.floors++;
    if (unmet === null) continue;
    const held = heldTokens(conversation);
    (held > room ? row.held : row.wrong).push(`${name}: ${report.after} tokens, ${held} of them held`);
  }
  return row;
}
