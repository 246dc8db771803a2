import { counted } from '@tenfold/core';
import type { EvidenceScore } from '@tenfold/core/evidence';
import { BadInput } from './bad-input.ts';
import { drawEvidence } from './draw/evidence.ts';
import { wrap } from './draw/notes.ts';
import { page, pageWidth } from './draw/page.ts';
import { drawForecast } from './draw/trials.ts';
import { fit } from './draw/width.ts';
import { about, duration } from './draw/words.ts';
import { drawXray } from './draw/xray.ts';
import { xrayPage } from './draw/xray-page.ts';
import { nextStep, type Verdict, verdictOn, verdictWords } from './draw/xray-verdict.ts';
import { conversationsOf } from './file/conversations-of.ts';
import type { Program } from './file/own-sessions.ts';
import { nameOf } from './file/read-text.ts';
import { writeWhole } from './file/write-whole.ts';
import { modelOf } from './model-choice.ts';
import { newestSession } from './newest-session.ts';
import type { ReadingOptions, Target } from './options.ts';
import { createProgress } from './progress.ts';
import { noteAbout, noteLeftOut } from './reading-notes.ts';
import { recipeOf } from './recipes.ts';
import type { Screen, Terminal } from './terminal.ts';
import { type Trial, trialJson, tryAll, tryRecipe } from './trial.ts';
import { type Xray, xray } from './xray.ts';

/** What `tenfold xray` can be told. */
export interface XrayOptions extends ReadingOptions {
  readonly strategies?: string;
  readonly target?: Target;
  /** The newest session on this machine instead of a file: of any program, or of this one. */
  readonly last?: true | Program;
  readonly html?: string;
}

/** Shows what fills the conversations of a file, what every strategy would make of it and what the default one would keep. */
export async function xrayFile(given: string | undefined, options: XrayOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const { file, program, conversations } = await readGiven(given, options);
  const models = conversations.map((conversation) => modelOf(conversation, options.model));
  noteLeftOut(file, conversations, terminal.err);
  noteAbout(models, terminal.err);
  const progress = createProgress(terminal.err);
  progress.say('Looking through the context...');
  const seen = xray(conversations, options.model);
  const trials = await tryAll(conversations, { ...options, dryRun: true }, progress);
  progress.say('Folding...');
  const folded = await tryRecipe(conversations, await recipeOf({}), options);
  progress.end();
  const ms = performance.now() - started;
  const { out } = terminal;
  const kept = folded.evidence ?? {};
  const verdict = verdictOn(seen, folded);
  if (options.html !== undefined) {
    await writeWhole(options.html, xrayPage({ name: nameOf(file), seen, trials, kept, verdict }));
    terminal.err.write(`written to ${options.html}\n`);
  }
  if (options.json) return out.writeJson(asJson(seen, trials, kept, models, ms));
  const facts = about(nameOf(file), [counted(seen.messages, 'message'), duration(ms)], pageWidth(out));
  const width = pageWidth(out);
  const lines = [
    ...drawXray(seen, out, width),
    '',
    out.paint('bold', 'What each strategy would leave'),
    ...drawForecast(trials, seen.exact, out, width),
    ...drawKept(kept, out, width),
    ...drawVerdict(verdict, nextStep(file, program), out, width),
  ];
  out.write(page([out.paint('dim', facts), ...lines]));
}

async function readGiven(file: string | undefined, options: XrayOptions) {
  if (options.last === undefined) {
    if (file === undefined) throw new BadInput('expected a file, or --last for the newest session on this machine');
    return { file, program: undefined, conversations: await conversationsOf(file, options) };
  }
  if (file !== undefined) throw new BadInput('expected a file or --last, found both');
  const { name, ...session } = await newestSession(options.last === true ? undefined : options.last, options);
  return { file: name, ...session };
}

function drawKept(kept: EvidenceScore, screen: Screen, width: number): string[] {
  const table = drawEvidence([{ name: 'kept', evidence: kept }], screen, width);
  return table.length === 0 ? [] : ['', screen.paint('bold', 'What condensing keeps without a model'), ...table];
}

function drawVerdict(verdict: Verdict, next: string, screen: Screen, width: number): string[] {
  const words = verdictWords(verdict).flatMap((sentence) => wrap(sentence, width));
  return ['', screen.paint('bold', 'In short'), ...words, screen.paint('dim', fit(`To have it so: ${next}`, width))];
}

function asJson(
  { tokens, messages, exact, breakdown, largest, waste }: Xray,
  trials: readonly Trial[],
  kept: EvidenceScore,
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
    kept,
    ms: Math.round(ms * 10) / 10,
  };
}
