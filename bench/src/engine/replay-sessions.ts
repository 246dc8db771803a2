import { pruning } from './ai-sdk-peer.ts';
import { clearing, summarizing, trimming } from './langchain-peers.ts';
import { type Marks, tenfold } from './ours.ts';
import type { Recorded } from './recorded-sessions.ts';
import { type Contender, type Replayed, replay } from './replay.ts';

/** Where folding begins and how far it goes. */
export const MARKS: Marks = { trigger: 30_000, goal: 8_000 };
/** Sessions shorter than this are over before folding pays. */
const LONG = 60_000;

const OURS = ['native', 'smart', 'speed', 'quality', 'cost', 'balanced'];

/** A session played by everyone, and who could not go through with it. */
export interface SessionReplays {
  readonly name: string;
  readonly tokens: number;
  readonly replays: readonly Replayed[];
  readonly failed: readonly { readonly contender: string; readonly error: string }[];
}

/** Everybody in the run, ours first. */
function contenders(oursOnly: boolean): readonly Contender[] {
  const ours = [...OURS.map((id) => tenfold(id, MARKS)), tenfold('native', MARKS, false)];
  if (oursOnly) return ours;
  return [...ours, pruning(MARKS), trimming(MARKS), clearing(MARKS), summarizing(MARKS, null), summarizing(MARKS, 1_000_000_000)];
}

/** Plays every long session with every contender. */
export async function replaySessions(
  sessions: readonly Recorded[],
  say: (text: string) => void,
  oursOnly = false,
): Promise<readonly SessionReplays[]> {
  const out: SessionReplays[] = [];
  for (const { name, messages, tokens } of sessions.filter((session) => session.tokens > LONG)) {
    const replays: Replayed[] = [];
    const failed: { contender: string; error: string }[] = [];
    for (const contender of contenders(oursOnly)) {
      try {
        replays.push(await replay(messages, contender, MARKS.trigger));
      } catch (error) {
        failed.push({ contender: contender.name, error: error instanceof Error ? error.message : String(error) });
      }
    }
    say(`${name}: ${replays.map(({ contender, free }) => `${contender} ${free.toFixed(2)}`).join(', ')}`);
    out.push({ name, tokens, replays, failed });
  }
  return out;
}
