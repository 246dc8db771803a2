import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { evidenceInView } from '../../../packages/core/src/evidence/index.ts';
import {
  budgetOf,
  condenseLoop,
  conversationOf,
  dryRun,
  type Message,
  type Outcome,
  presets,
  project,
  tokensOf,
  transcriptOf,
} from '../../../packages/core/src/index.ts';
import { generateTranscript } from '../../../packages/core/src/testing/index.ts';
import { chosen } from './ours.ts';
import { count } from './recorded-sessions.ts';

/** One strategy on one size of conversation. */
export interface SpeedRow {
  readonly tokens: number;
  readonly name: string;
  /** Milliseconds of processor time, the median where there were several goes. */
  readonly ms: number;
  readonly after: number;
  /** Megabytes the engine holds on to, and the messages take. */
  readonly heap: number;
  readonly messages: number;
  /** Share of the engine's own evidence still in view; null for a dry run that asks. */
  readonly evidence: number | null;
  readonly passes: Readonly<Record<string, number>>;
}

const MODES = ['lossless', 'truncation', 'native', ...presets.map(({ id }) => id)];
const WARM = 3;

/** Runs everything on generated coding talk of one size, dry: a tenth of it is the goal. */
export function speedRows(tokens: number): readonly SpeedRow[] {
  const empty = heap();
  const { messages, frame } = generateTranscript({ seed: 7, tokens, hazards: 'all' });
  const loaded = heap();
  const times = tokens <= 100_000 ? 7 : tokens <= 1_000_000 ? 3 : 1;
  return MODES.map((id) => {
    const held = heap();
    const go = () => dry(id, messages, frame);
    const samples = Array.from({ length: times + (tokens <= 100_000 ? WARM : 1) }, () => spent(go)).slice(-times);
    const best = samples.sort((a, b) => a.ms - b.ms)[Math.floor(samples.length / 2)] as { ms: number; outcome: Outcome };
    const grown = heap() - held;
    return rowOf(id, tokens, best, { heap: grown, messages: loaded - empty });
  });
}

function dry(id: string, messages: readonly Message[], frame: Parameters<typeof conversationOf>[1]): Outcome {
  const { strategy, passes } = chosen(id);
  const conversation = conversationOf(transcriptOf(messages), frame);
  const tokens = tokensOf(project(conversation), count);
  return dryRun(
    condenseLoop({
      conversation,
      strategy,
      passes,
      budget: budgetOf(tokens),
      count,
      goal: Math.ceil(tokens / 10),
      limit: null,
      askRoom: 32_000,
    }),
  );
}

function rowOf(
  id: string,
  tokens: number,
  { ms, outcome }: { ms: number; outcome: Outcome },
  bytes: { heap: number; messages: number },
): SpeedRow {
  const { report, conversation } = outcome;
  const passes: Record<string, number> = {};
  for (const pass of report.passes)
    if (pass.before > pass.after) passes[pass.name] = (passes[pass.name] ?? 0) + pass.before - pass.after;
  const megabytes = (value: number) => value / 2 ** 20;
  return {
    tokens,
    name: chosen(id).name,
    ms,
    after: report.after,
    heap: megabytes(bytes.heap),
    messages: megabytes(bytes.messages),
    evidence: report.asks > 0 || tokens > 1_000_000 ? null : keptShare(outcome, conversation),
    passes,
  };
}

function keptShare(outcome: Outcome, conversation: Outcome['conversation']): number {
  const score = evidenceInView(project({ ...conversation, folds: [] }), project(outcome.conversation));
  const kinds = Object.values(score);
  const found = kinds.reduce((sum, kind) => sum + kind.found, 0);
  return found === 0 ? 1 : kinds.reduce((sum, kind) => sum + kind.kept, 0) / found;
}

function spent(go: () => Outcome): { ms: number; outcome: Outcome } {
  const before = process.cpuUsage();
  const outcome = go();
  return { ms: process.cpuUsage(before).user / 1_000, outcome };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
