import { budgetFor, counterFor, project, seamsOf, statusOf } from '@tenfold/core';
import { sample, sampleFrame, sampleTitle } from '@tenfold/core/sample';
import { condenseConversation } from './condense-conversation.ts';
import { drawComparison } from './draw/comparison.ts';
import { page, pageWidth } from './draw/page.ts';
import { drawReport } from './draw/report.ts';
import { CALLED } from './draw/words.ts';
import { statusFor } from './model-choice.ts';
import { recipeOf } from './recipes.ts';
import type { Screen } from './terminal.ts';

const model = 'openai:gpt-4o';

/** Folds the built-in sample without a model and shows it before and after. */
export async function startSample(screen: Screen): Promise<void> {
  const talk = { frame: sampleFrame, messages: sample };
  const { outcome, effect } = await condenseConversation(talk, { model, recipe: await recipeOf({}) });
  const after = statusOf({
    view: project(outcome.conversation),
    seams: seamsOf(outcome.conversation),
    count: counterFor(model),
    budget: budgetFor(model),
  });
  const width = pageWidth(screen);
  // No time: what a document shows of this must not change from run to run.
  const saved = effect === null ? {} : { saved: effect.net };
  screen.write(
    page([
      '',
      screen.paint('bold', sampleTitle),
      `a sample conversation of ${sample.length} messages with ${model}`,
      '',
      ...drawComparison(statusFor(talk, model), after, screen, width),
      '',
      ...drawReport(outcome.report, saved, screen, width),
      '',
      screen.paint('dim', `${CALLED} --help lists the commands.`),
      '',
    ]),
  );
}
