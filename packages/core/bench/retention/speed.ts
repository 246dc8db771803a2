import { findEvidence } from '../../src/evidence/index.ts';
import { condense, conversationOf, embeddedAnswer, type Message, project, transcriptOf } from '../../src/index.ts';
import { rowMaterial } from '../../src/material.ts';
import { count, type RecordedRun } from './recorded-runs.ts';

/** Milliseconds of processor time for 100,000 tokens. */
export interface Speed {
  readonly source: string;
  readonly found: number;
  readonly embedded: number;
  readonly condensed: number;
}

const ROUNDS = 5;

export async function speeds(runs: readonly RecordedRun[]): Promise<Speed[]> {
  const found: Speed[] = [];
  for (const [source, mine] of Map.groupBy(runs, ({ source }) => source)) found.push(await speed(source, firstOf(mine)));
  return found;
}

/** Up to about 100,000 tokens of a source. */
function firstOf(runs: readonly RecordedRun[]): readonly Message[] {
  const messages: Message[] = [];
  let tokens = 0;
  for (const message of runs.flatMap((run) => run.messages)) {
    tokens += count.message(message);
    if (tokens > 100_000) break;
    messages.push(message);
  }
  return messages;
}

async function speed(source: string, messages: readonly Message[]): Promise<Speed> {
  const rounds: { find: number; embed: number; all: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = messages.map((message) => ({ ...message }));
    const view = project(conversationOf(transcriptOf(fresh)));
    const material = view.rows.map(rowMaterial).join('\n');
    const find = await spent(() => findEvidence(view.rows));
    const embed = await spent(() => embeddedAnswer({ material, maxTokens: 10_000 }, count));
    const all = await spent(() =>
      condense(
        messages.map((message) => ({ ...message })),
        { target: 20_000, budget: 1_000_000 },
      ),
    );
    rounds.push({ find, embed, all });
  }
  const tokens = messages.reduce((sum, message) => sum + count.message(message), 0);
  const middle = (pick: (round: (typeof rounds)[number]) => number) =>
    ((rounds.map(pick).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0) * 100_000) / tokens;
  return {
    source,
    found: middle(({ find }) => find),
    embedded: middle(({ embed }) => embed),
    condensed: middle(({ all }) => all),
  };
}

async function spent(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1e3;
}
