import { type Answer, budgetOf, type FlatAsk, project, promptOf, render } from '../../../packages/core/src/index.ts';
import { factsIn, goodSummarizer, type Half, plantFacts, randomOf } from '../../../packages/core/src/testing/index.ts';
import { wordsOf } from './evidence-kept.ts';
import { beforeAnswer, conversationFrom, heldTokens } from './mid-turn.ts';
import { chosen } from './ours.ts';
import { count, type Recorded, weigh } from './recorded-sessions.ts';
import { embeddedModel, runAnswered } from './run-answered.ts';

/** Who writes the summaries: a model that copies every fact it is shown, one whose calls all fail, or none. */
export type Writer = 'copying' | 'failing' | 'none';

/** One recorded run folded in the middle of its last turn. */
export interface AgentRow {
  readonly name: string;
  readonly writer: Writer;
  readonly half: Half;
  readonly target: number;
  readonly after: number;
  /** Tokens nobody may touch. */
  readonly held: number;
  readonly facts: number;
  readonly kept: number;
  /** Tokens of the largest ask. */
  readonly largest: number;
}

const FACTS = 30;
const WINDOW = 32_000;
/** Tokens a run is folded to at most; a fifth of it where that is less. */
export const MOST = 20_000;

/** Folds every run by Native for every writer, with facts of both halves. */
export function agentRows(sessions: readonly Recorded[]): readonly AgentRow[] {
  const halves: readonly Half[] = ['tuned', 'held-back'];
  const writers: readonly Writer[] = ['copying', 'failing', 'none'];
  return sessions.flatMap((session, seed) =>
    halves.flatMap((half) => writers.map((writer) => agentRow(session, 2 * seed + halves.indexOf(half), half, writer))),
  );
}

function agentRow({ name, messages }: Recorded, seed: number, half: Half, writer: Writer): AgentRow {
  const grown = plantFacts(beforeAnswer(messages), FACTS, randomOf(seed), half);
  const conversation = conversationFrom(grown.messages);
  const target = Math.min(Math.floor(weigh(grown.messages) / 5), MOST);
  const { strategy, passes } = chosen('native');
  let largest = 0;
  const write = writerOf(writer, grown.facts);
  const plan = { conversation, strategy, passes, budget: budgetOf(1_000_000), count, goal: target, limit: target, spend: true };
  const outcome = runAnswered({ ...plan, askRoom: writer === 'none' ? 1_000_000_000 : WINDOW }, (ask) => {
    largest = Math.max(largest, count.text(promptOf(ask)));
    return write(ask);
  });
  const sent = render(project(outcome.conversation)).map(wordsOf).join('\n');
  const kept = factsIn(sent, grown.facts).length;
  const { after } = outcome.report;
  return { name, writer, half, target, after, held: heldTokens(conversation), facts: grown.facts.length, kept, largest };
}

function writerOf(writer: Writer, facts: Parameters<typeof goodSummarizer>[0]): (ask: FlatAsk) => Answer {
  if (writer === 'copying') return goodSummarizer(facts);
  return writer === 'none' ? embeddedModel({ count }) : () => ({ ok: false, error: '429: rate limit reached' });
}
