import {
  type AnyStrategy,
  append,
  budgetOf,
  type Conversation,
  condenseLoop,
  conversationOf,
  dryRun,
  findStrategy,
  lossless,
  onUnsent,
  type Pass,
  type Plan,
  preparePasses,
  presets,
  project,
  render,
  tokensOf,
  transcriptOf,
} from '../../../packages/core/src/index.ts';
import { rebuild } from '../../../packages/core/src/lossless/index.ts';
import { count } from './recorded-sessions.ts';
import type { Contender, Sender, Summarized } from './replay.ts';
import { embeddedModel, runAnswered } from './run-answered.ts';

/** When to fold and how far. */
export interface Marks {
  readonly trigger: number;
  readonly goal: number;
}

/** A strategy or preset by its id, with its passes. */
export function chosen(id: string): { readonly name: string; readonly strategy: AnyStrategy; readonly passes: readonly Pass[] } {
  const preset = presets.find((known) => known.id === id);
  const strategy = findStrategy(preset?.strategy ?? id);
  const { passes } = preparePasses(strategy, preset?.config);
  return { name: preset === undefined ? strategy.name : `Preset ${preset.name}`, strategy, passes };
}

/** Lossless folds on what has not been sent yet cost no cache, so they are made with every request. */
const arriving = lossless.passes(lossless.config.defaults).map(onUnsent);

/** One of our strategies as a host uses it: tidied on arrival, folded at the trigger down to the goal, answered by the embedded summarizer. */
export function tenfold(id: string, marks: Marks, onArrival = true): Contender {
  const name = `tenfold ${chosen(id).name}${onArrival ? '' : ', nothing on arrival'}`;
  return { name, begin: () => sender(id, marks, onArrival), read: rebuild };
}

function sender(id: string, { trigger, goal }: Marks, onArrival: boolean): Sender {
  const { strategy, passes } = chosen(id);
  const budget = budgetOf(trigger, { goal: (100 * goal) / trigger });
  let conversation = conversationOf(transcriptOf([]));
  return (messages) => {
    const sent = conversation.transcript.at(-1)?.id ?? null;
    for (const message of messages.slice(conversation.transcript.length))
      conversation = { ...conversation, transcript: append(conversation.transcript, message) };
    const plan = { conversation, strategy, passes, budget, count, goal, limit: trigger, askRoom: 1_000_000_000, sent };
    if (onArrival)
      conversation = dryRun(
        condenseLoop({ ...plan, strategy: lossless, passes: arriving, goal: 0, limit: null, leastGain: 1 }),
      ).conversation;
    if (tokensOf(project(conversation), count) <= trigger) return { messages: render(project(conversation)) };
    const folded = fold({ ...plan, conversation });
    conversation = folded.conversation;
    return { messages: render(project(conversation)), summarized: folded.summarized, floor: folded.floor };
  };
}

function fold(plan: Plan): { conversation: Conversation; summarized: Summarized; floor: boolean } {
  const summarized = { input: 0, output: 0 };
  const write = embeddedModel(plan, (ask, text) => {
    summarized.input += ask.tokens;
    summarized.output += count.text(text);
  });
  const { conversation, report } = runAnswered(plan, write);
  return { conversation, summarized, floor: report.means === 'floor' };
}
