import { counted, formatCount } from '@tenfold/core';
import { drawEvidence } from './draw/evidence.ts';
import { page, pageWidth } from './draw/page.ts';
import { drawTrials } from './draw/trials.ts';
import { about, duration } from './draw/words.ts';
import { conversationsOf } from './file/conversations-of.ts';
import { nameOf } from './file/read-text.ts';
import { messagesOf, modelOf, statusFor } from './model-choice.ts';
import type { ReadingOptions, Target } from './options.ts';
import { createProgress } from './progress.ts';
import { noteAbout, noteLeftOut } from './reading-notes.ts';
import { summarizerOf } from './summarizer.ts';
import type { Terminal } from './terminal.ts';
import { trialJson, tryAll } from './trial.ts';

/** What `tenfold lab` can be told. */
export interface LabOptions extends ReadingOptions {
  readonly strategies?: string;
  readonly target?: Target;
  readonly keep?: number;
  readonly summarizer: string;
  readonly summarizerModel: string;
}

/** Tries every strategy and preset on the conversations of a file and puts them side by side. */
export async function labFile(file: string, options: LabOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const conversations = await conversationsOf(file, options);
  const models = [...new Set(conversations.map((conversation) => modelOf(conversation, options.model)))];
  noteLeftOut(file, conversations, terminal.err);
  noteAbout(models, terminal.err);
  const exact = conversations.every((conversation) => statusFor(conversation, modelOf(conversation, options.model)).exact);
  const answerer = summarizerOf(options.summarizer, options.summarizerModel);
  const progress = createProgress(terminal.err);
  const trials = await tryAll(conversations, { ...options, answerer }, progress);
  progress.end();
  const ms = performance.now() - started;
  const { out } = terminal;
  const before = trials[0]?.before ?? 0;
  const messages = conversations.reduce((sum, conversation) => sum + messagesOf(conversation), 0);
  const model = models.length === 1 ? (models[0] as string) : 'several';
  if (options.json) {
    const facts = { tokens: before, messages, model, exact, ms: Math.round(ms * 10) / 10 };
    return out.writeJson({ ...facts, strategies: trials.map(trialJson) });
  }
  const head = `${exact ? '' : '≈'}${formatCount(before)} tokens`;
  const facts = about(nameOf(file), [counted(messages, 'message'), model, duration(ms)], pageWidth(out));
  const width = pageWidth(out);
  const columns = trials.map(({ recipe: { name }, evidence }) => ({ name, evidence: evidence ?? {} }));
  const kept = drawEvidence(columns, out, width);
  const lines = [out.paint('bold', head), out.paint('dim', facts), '', ...drawTrials(trials, exact, out, width)];
  out.write(page(kept.length === 0 ? lines : [...lines, '', ...kept]));
}
