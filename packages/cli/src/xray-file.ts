import { counted } from '@tenfold/core';
import { page, pageWidth } from './draw/page.ts';
import { drawForecast } from './draw/trials.ts';
import { about, duration } from './draw/words.ts';
import { drawXray } from './draw/xray.ts';
import { conversationsOf } from './file/conversations-of.ts';
import { nameOf } from './file/read-text.ts';
import { modelOf } from './model-choice.ts';
import type { ReadingOptions, Target } from './options.ts';
import { progressOn } from './progress.ts';
import { noteAbout, noteLeftOut } from './reading-notes.ts';
import { allRecipes } from './recipes.ts';
import type { Terminal } from './terminal.ts';
import { type Trial, tryRecipe } from './trial.ts';
import { trialJson } from './trial-json.ts';
import { type Xray, xray } from './xray.ts';

/** What `tenfold xray` can be told. */
export interface XrayOptions extends ReadingOptions {
  readonly target?: Target;
}

/** Shows what fills the conversations of a file and what every strategy would make of it. */
export async function xrayFile(file: string, options: XrayOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const conversations = await conversationsOf(file, options);
  const models = conversations.map((conversation) => modelOf(conversation, options.model));
  noteLeftOut(file, conversations, terminal.err);
  noteAbout(conversations, options.model, terminal.err);
  const progress = progressOn(terminal.err);
  progress.say('Looking through the context...');
  const seen = xray(conversations, options.model);
  const trials: Trial[] = [];
  for (const recipe of allRecipes()) {
    progress.say(`Trying ${recipe.name}...`);
    trials.push(await tryRecipe(conversations, recipe, { ...options, dryRun: true }));
  }
  progress.end();
  const ms = performance.now() - started;
  const { out } = terminal;
  if (options.json) return out.write(`${JSON.stringify(asJson(seen, trials, models, ms))}\n`);
  const facts = about(nameOf(file), [counted(seen.messages, 'message'), duration(ms)], pageWidth(out));
  const width = pageWidth(out);
  const lines = [
    ...drawXray(seen, out, width),
    '',
    out.paint('bold', 'What each strategy would leave'),
    ...drawForecast(trials, seen.exact, out, width),
  ];
  out.write(page([out.paint('dim', facts), ...lines]));
}

function asJson(
  { tokens, messages, exact, breakdown, largest, waste }: Xray,
  trials: readonly Trial[],
  models: readonly string[],
  ms: number,
) {
  const [model] = models;
  return {
    tokens,
    messages,
    model: models.every((other) => other === model) ? model : 'several',
    exact,
    breakdown,
    largest: largest.map(({ conversation: { id, line }, ...part }) => ({ ...(id === undefined ? {} : { id }), line, ...part })),
    waste,
    strategies: trials.map(trialJson),
    ms: Math.round(ms * 10) / 10,
  };
}
